//! Facts of the database, and the files of the games that were played.

use super::row::Fields;
use super::{Store, StoreError, json};

/// The files of one variant, base first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantText {
    /// Hex digest of the texts joined by a line feed.
    pub digest: String,
    /// Variant id.
    pub id: String,
    /// File name and text.
    pub parts: Vec<(String, String)>,
}

impl Store {
    /// A fact, written on first use: the value that is there from now on.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn fact(&self, name: &str, value: &str) -> Result<String, StoreError> {
        let mut writing = self.writing().await?;
        sqlx::query("INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(value)
            .execute(&mut *writing)
            .await?;
        let row = sqlx::query("SELECT name, value FROM facts WHERE name = $1")
            .bind(name)
            .fetch_one(&mut *writing)
            .await?;
        writing.commit().await?;
        Fields::new(&row, "fact").text("value")
    }

    /// Keeps the texts of a variant.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn keep_variant(&self, text: &VariantText) -> Result<(), StoreError> {
        let known = sqlx::query("SELECT digest FROM variant_texts WHERE digest = $1")
            .bind(&text.digest)
            .fetch_optional(&self.pool)
            .await?;
        if known.is_some() {
            return Ok(());
        }
        let mut writing = self.writing().await?;
        sqlx::query(
            "INSERT INTO variant_texts (digest, id, parts) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(&text.digest)
        .bind(&text.id)
        .bind(json(&text.parts)?)
        .execute(&mut *writing)
        .await?;
        writing.commit().await
    }

    /// The texts of this digest.
    ///
    /// # Errors
    /// [`StoreError::Database`] or [`StoreError::Column`].
    pub async fn variant(&self, digest: &str) -> Result<Option<VariantText>, StoreError> {
        let row = sqlx::query("SELECT digest, id, parts FROM variant_texts WHERE digest = $1")
            .bind(digest)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| {
            let f = Fields::new(&row, "variant");
            Ok(VariantText {
                digest: f.text("digest")?,
                id: f.text("id")?,
                parts: f.json("parts")?,
            })
        })
        .transpose()
    }
}
