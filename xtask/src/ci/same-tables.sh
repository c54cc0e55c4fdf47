# Sourced by the checks: same_tables WHOLE OTHER. The tables of two runs are equal, but for what depends on time and machine.

same_tables() {
    local dir
    for dir in "$1" "$2"; do
        grep -vE '^ *"[a-z_]*(_per_s|_s|overrun[a-z_]*|harness[a-z_]*|cpu[a-z_]*)":' "$dir/tables.json" > "$dir/tables.timeless"
        # Something must be left to compare.
        grep -q '"wins_a"' "$dir/tables.timeless"
    done
    cmp "$1/tables.timeless" "$2/tables.timeless"
}

# Skips the check, by name, when one of these programs is missing.
need() {
    local name
    for name in "$@"; do
        if ! command -v "$name" > /dev/null; then
            echo "$name is not installed"
            exit 77
        fi
    done
}

# The plan of the checks: games of some ten milliseconds, the same on every machine.
write_plan() {
    cat > "$1" << 'PLAN'
name = "check"
seed = 7
games_per_cell = 40
budgets = ["playouts=3000"]
players = [{ spec = "mcps" }, { spec = "grave" }, { spec = "uct" }]
games = [{ name = "tictactoe" }, { name = "hex", sizes = [5] }]
PLAN
}
