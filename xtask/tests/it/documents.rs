//! Documents that are made from records on file.

use std::path::Path;

use gametree_tournament::{Tables, read_plan};

#[test]
fn documents_have_the_tables_that_their_records_make() {
    let games = gametree_games::all();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (document, records) in [("tables/five-games.md", "records/reproduce"), ("strength.md", "records/strength")] {
        let dir = docs.join(records);
        let plan = read_plan(&dir, &games).unwrap();
        let tables = Tables::of_folder(&dir, Some(plan.to_json())).unwrap().to_markdown();
        // The document has a title of its own.
        let tables = &tables[tables.find("Plan ").unwrap()..];
        let text = std::fs::read_to_string(docs.join(document)).unwrap();
        assert!(
            text.ends_with(tables),
            "docs/{document} does not end with what `cargo xtask report docs/{records}` prints"
        );
    }
}
