//! Vacation: correspondence clocks stand still, so many days a year.

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Body, me, tables};
use crate::app::App;
use crate::auth::Visitor;
use crate::clock::{DAY, Millis, now};
use crate::error::{ApiError, Code, internal};
use crate::store::Account;
use crate::wire::{Me, Vacation};

/// Days of vacation in a calendar year, by UTC.
pub const DAYS: u32 = 30;

/// `POST /account/vacation`: so many days from now, in place of what is left of one; 0 ends it. Days that have begun are
/// used up.
pub(super) async fn set(
    State(app): State<App>,
    visitor: Visitor,
    Body(wish): Body<Vacation>,
) -> Result<Json<Me>, ApiError> {
    let id = visitor.person()?.id.clone();
    let at = now();
    let account = app
        .store
        .account(&id)
        .await
        .map_err(internal)?
        .ok_or(Code::NotSignedIn)?;
    let left = left(&account, at) + unused(&account, at);
    let Some(left) = left.min(DAYS).checked_sub(wish.days) else {
        return Err(ApiError::from(Code::NoVacationLeft).with("left", left.min(DAYS)));
    };
    let until = (wish.days > 0).then(|| at + Millis::from(wish.days) * DAY);
    app.store
        .set_vacation(&id, until, left, year(at))
        .await
        .map_err(internal)?;
    tables::vacation(&app, &id, until.unwrap_or(at)).await?;
    Ok(Json(me(&app, &id).await?))
}

/// Whether a player is on vacation.
pub fn is_away(account: &Account, at: Millis) -> bool {
    account.vacation_until.is_some_and(|until| until > at)
}

/// Days that may still be taken this year.
pub(super) fn left(account: &Account, at: Millis) -> u32 {
    match year(at) {
        year if year == account.vacation_year => account.vacation_left,
        _ => DAYS,
    }
}

/// Whole days of a running vacation that have not begun.
fn unused(account: &Account, at: Millis) -> u32 {
    let until = account.vacation_until.unwrap_or(at);
    let days = (until - at).max(0) / DAY;
    u32::try_from(days).unwrap_or(0)
}

/// The year of a time.
pub(super) fn year(at: Millis) -> u32 {
    Timestamp::from_millisecond(at)
        .ok()
        .and_then(|time| u32::try_from(time.to_zoned(TimeZone::UTC).year()).ok())
        .unwrap_or(1970)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PlayerId;
    use crate::store::Player;
    use crate::wire::PlayerKind;

    fn account(until: Option<Millis>, left: u32, year: u32) -> Account {
        Account {
            player: Player {
                id: PlayerId::random().unwrap(),
                name: "Ada".to_owned(),
                kind: PlayerKind::Account,
            },
            created: 0,
            password: None,
            email: None,
            email_verified: false,
            owner: None,
            ban: None,
            vacation_until: until,
            vacation_left: left,
            vacation_year: year,
            seen: 0,
        }
    }

    #[test]
    fn days_come_back_with_the_year_and_with_an_early_end() {
        let new_year = 1_798_761_600_000; // 2027-01-01T00:00Z
        assert_eq!(year(new_year - 1), 2026);
        assert_eq!(year(new_year), 2027);
        let away = account(Some(new_year + 5 * DAY), 3, 2026);
        assert_eq!(left(&away, new_year - 1), 3);
        assert_eq!(left(&away, new_year), DAYS);
        assert!(is_away(&away, new_year));
        assert!(!is_away(&away, new_year + 5 * DAY));
        assert_eq!(unused(&away, new_year), 5);
        assert_eq!(unused(&away, new_year + DAY / 2), 4);
        assert_eq!(unused(&away, new_year + 9 * DAY), 0);
    }
}
