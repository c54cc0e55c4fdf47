//! The arguments that name a game, its size and its options.

use gametree_core::Size;
use gametree_tournament::{AnyGame, Games, Setup, parse_options};

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
