//! The arguments that name a game, its size and its options, and what is told of players.

use gametree_core::{FieldError, Size};
use gametree_players::{AnyGame, House, PlayerSpec, Setup, komi_is_odd, parse_options};

use crate::position::warn;

#[derive(clap::Args)]
pub(crate) struct SetupArgs {
    /// The game, as `{bin} games` lists it
    pub(crate) game: String,
    /// Board size: 9, or columns x rows as in 5x3 [default: the game's own]
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) size: Option<String>,
    /// A game option, as `{bin} games` lists it; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

impl SetupArgs {
    /// The game and its checked start.
    pub(crate) fn resolve<'a>(&self, house: &'a House) -> anyhow::Result<(&'a dyn AnyGame, Setup)> {
        let game = house.find(&self.game)?;
        let size = self.size.as_deref().map(str::parse::<Size>).transpose()?;
        let setup = game.setup(size, &parse_options(&self.options)?)?;
        if let Some(text) = setup.komi().and_then(|komi| komi_is_odd(&game.about(), komi, setup.size())) {
            warn(text);
        }
        Ok((game, setup))
    }
}

/// What every command that searches is told of its players.
#[derive(clap::Args)]
pub(crate) struct SearchArgs {
    /// What a player may spend on a move: playouts=N, cpu=DURATION, wall=DURATION, for minimax and its like nodes=N and depth=N in place
    /// of playouts, joined by commas
    #[arg(long, default_value = "cpu=1s")]
    pub(crate) budget: String,
    /// Bound on the memory of each player, as 512MiB, in place of its own; a full tree is searched on but not expanded,
    /// MCPS's window may take half
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    pub(crate) memory: Option<String>,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}

impl SearchArgs {
    /// The player of a spec, within `--memory`.
    pub(crate) fn player(&self, house: &House, spec: &str) -> Result<PlayerSpec, FieldError> {
        let mut player = house.player(spec)?;
        self.memory.as_deref().map_or(Ok(()), |memory| player.limit_memory(memory))?;
        Ok(player)
    }
}
