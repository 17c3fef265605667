//! Generates the parser from `src/syntax/grammar.lalrpop`, nothing else.

fn main() {
    lalrpop::process_src().expect("the grammar of the repository is valid");
}
