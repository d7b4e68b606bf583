//! Reading columns: what no version of this program writes is an error that names it.

use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{StoreError, named};
use crate::ids::{GameId, PlayerId, RowId};

/// A row with what it is, for errors.
pub(super) struct Fields<'r> {
    row: &'r AnyRow,
    of: String,
}

impl<'r> Fields<'r> {
    /// Of this table; its first column says which row.
    pub(super) fn new(row: &'r AnyRow, table: &str) -> Fields<'r> {
        let first: String = row.try_get(0).unwrap_or_default();
        Fields {
            row,
            of: format!("{table} {first}"),
        }
    }

    pub(super) fn wrong(&self, column: &'static str, value: impl ToString) -> StoreError {
        StoreError::Column {
            column,
            row: self.of.clone(),
            value: value.to_string(),
        }
    }

    pub(super) fn text(&self, column: &'static str) -> Result<String, StoreError> {
        Ok(self.row.try_get(column)?)
    }

    pub(super) fn maybe_text(&self, column: &'static str) -> Result<Option<String>, StoreError> {
        Ok(self.row.try_get(column)?)
    }

    pub(super) fn number<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, StoreError> {
        let value: i64 = self.row.try_get(column)?;
        T::try_from(value).map_err(|_| self.wrong(column, value))
    }

    pub(super) fn maybe_number<T: TryFrom<i64>>(
        &self,
        column: &'static str,
    ) -> Result<Option<T>, StoreError> {
        let value: Option<i64> = self.row.try_get(column)?;
        value
            .map(|value| T::try_from(value).map_err(|_| self.wrong(column, value)))
            .transpose()
    }

    pub(super) fn real(&self, column: &'static str) -> Result<f64, StoreError> {
        Ok(self.row.try_get(column)?)
    }

    pub(super) fn flag(&self, column: &'static str) -> Result<bool, StoreError> {
        match self.number(column)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.wrong(column, other)),
        }
    }

    /// A value that is a plain name on the wire.
    pub(super) fn named<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        let text = self.text(column)?;
        named(&text).ok_or_else(|| self.wrong(column, text))
    }

    pub(super) fn maybe_named<T: DeserializeOwned>(
        &self,
        column: &'static str,
    ) -> Result<Option<T>, StoreError> {
        self.maybe_text(column)?
            .map(|text| named(&text).ok_or_else(|| self.wrong(column, text)))
            .transpose()
    }

    pub(super) fn json<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        let text = self.text(column)?;
        serde_json::from_str(&text).map_err(|_| self.wrong(column, text))
    }

    pub(super) fn game(&self, column: &'static str) -> Result<GameId, StoreError> {
        let text = self.text(column)?;
        GameId::read(&text).ok_or_else(|| self.wrong(column, text))
    }

    pub(super) fn id(&self, column: &'static str) -> Result<RowId, StoreError> {
        let text = self.text(column)?;
        RowId::read(&text).ok_or_else(|| self.wrong(column, text))
    }

    pub(super) fn player(&self, column: &'static str) -> Result<PlayerId, StoreError> {
        let text = self.text(column)?;
        PlayerId::read(&text).ok_or_else(|| self.wrong(column, text))
    }

    pub(super) fn row_id(&self, column: &'static str) -> Result<RowId, StoreError> {
        let text = self.text(column)?;
        RowId::read(&text).ok_or_else(|| self.wrong(column, text))
    }

    pub(super) fn maybe_player(
        &self,
        column: &'static str,
    ) -> Result<Option<PlayerId>, StoreError> {
        self.maybe_text(column)?
            .map(|text| PlayerId::read(&text).ok_or_else(|| self.wrong(column, text)))
            .transpose()
    }
}
