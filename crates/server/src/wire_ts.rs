//! The TypeScript of the wire types.

use ts_rs::{Config, TS};

use crate::wire;

const HEADER: &str =
    "// Generated from crates/server/src/wire/ by `cargo xtask gen`: do not edit.\n";

macro_rules! declarations {
    ($config:expr; $($name:ident)*) => {
        [$(declaration::<wire::$name>($config)),*]
    };
}

/// The whole file.
pub fn text() -> String {
    let config = Config::default();
    let declarations = declarations!(
        &config;
        Seat Side ColourWish Clock Speed Clocks Limit LimitKind
        PlayerKind PlayerInfo Me SignUp SignedUp SignIn SessionInfo NewPassword Recover ResetWish ResetConfirm NewEmail
        Secret Vacation NewBot BotInfo GameCard GameList Dashboard RatingInfo Results PlayerPage Leader Replay
        Statistics Tally Notice NoticeKind NewReport ReportReason
        Conditions NewSeek NewChallenge Proposal ProposalKind Committed Lobby PoolInfo PairingWish BotWish Pairing
        PoolKey RematchWish RematchOptions UserEvent
        VariantInfo KindInfo SetInfo DressInfo RulesPage NewGame Created Truth
        DealRecord DealOptions ContributionRecord DealResult ErrorBody
        ClientMessage ServerMessage OfferKind Phrase Rights Offered Phase Snapshot DealStep StartInfo Event Played Reveal RevealKind
        Situation PieceOn Choice ChoiceKind Premove Pool Count Captured Ending GameResult Reason
    );
    let mut text = HEADER.to_owned();
    text += &format!("\nexport const PROTOCOL = {};\n", wire::PROTOCOL);
    for declaration in declarations {
        text.push('\n');
        text += &declaration;
    }
    text
}

fn declaration<T: TS>(config: &Config) -> String {
    let mut text = T::docs().unwrap_or_default();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text + &format!("export {}\n", T::decl(config))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_file_is_what_the_types_say() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire.ts");
        if let Ok(committed) = std::fs::read_to_string(path) {
            assert!(
                committed == super::text(),
                "web/src/wire.ts is not what `cargo xtask gen` writes: run it and commit the result"
            );
        }
    }
}
