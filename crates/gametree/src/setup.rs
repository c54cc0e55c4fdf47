//! The arguments that name a game, its size and its options, and a player.

use gametree_core::{FieldError, Size};
use gametree_tournament::{AnyGame, Games, PlayerSpec, Setup, parse_options};

#[derive(clap::Args)]
pub(crate) struct SetupArgs {
    /// The game, as `gametree games` lists it
    pub(crate) game: String,
    /// Board size: 9, or columns x rows as in 5x3 [default: the game's own]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// A game option, as `gametree games` lists it; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

impl SetupArgs {
    /// The game and its checked start.
    pub(crate) fn resolve<'a>(&self, games: &'a Games) -> anyhow::Result<(&'a dyn AnyGame, Setup)> {
        let game = games.find(&self.game)?;
        let size = self.size.as_deref().map(str::parse::<Size>).transpose()?;
        let setup = game.setup(size, &parse_options(&self.options)?)?;
        Ok((game, setup))
    }
}

/// A player from its spec and `--memory`.
pub(crate) fn player(spec: &str, memory: Option<&str>) -> Result<PlayerSpec, FieldError> {
    let mut player: PlayerSpec = spec.parse()?;
    memory.map_or(Ok(()), |memory| player.limit_memory(memory))?;
    Ok(player)
}
