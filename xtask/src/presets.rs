//! The plans that come with the workshop.

use gametree_lab::Preset;

/// In the order in which they are shown.
pub(crate) const PRESETS: [Preset; 4] = [
    Preset {
        name: "smoke",
        about: "The whole pipeline in seconds",
        plan: include_str!("../plans/smoke.toml"),
        is_default: false,
    },
    Preset {
        name: "quick",
        about: "MCPS against GRAVE at the five games of the paper, a few minutes on two cores (the default)",
        plan: include_str!("../plans/quick.toml"),
        is_default: true,
    },
    Preset {
        name: "reproduce",
        about: "What decides the paper's claims, by CPU time: hours on two cores",
        plan: include_str!("../plans/reproduce.toml"),
        is_default: false,
    },
    Preset {
        name: "paper",
        about: "The paper's protocol, 800 games a cell: work for a cluster",
        plan: include_str!("../plans/paper.toml"),
        is_default: false,
    },
];
