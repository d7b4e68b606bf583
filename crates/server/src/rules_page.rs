//! The half page "how this game works", from the variant's companion file.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, html};

use crate::catalogue::{Catalogue, Game};
use crate::wire::RulesPage;

/// The page of a game in this language, else in English, else in any; a game without pages shows those of the game
/// it builds on, and else a line made from its file.
pub fn page(catalogue: &Catalogue, game: &Game, lang: &str) -> RulesPage {
    let mut next = Some(game);
    // Chains of bases are short and without circles: the loader sees to it.
    while let Some(of) = next {
        let found = [lang, "en"]
            .into_iter()
            .find_map(|lang| of.pages.get_key_value(lang))
            .or_else(|| of.pages.first_key_value());
        if let Some((lang, text)) = found {
            return RulesPage {
                lang: lang.clone(),
                html: to_html(text),
            };
        }
        next = of.base().and_then(|base| catalogue.get(&base));
    }
    RulesPage {
        lang: "en".to_owned(),
        html: to_html(&short(game)),
    }
}

fn short(game: &Game) -> String {
    let variant = &game.variant;
    let geometry = variant.geometry();
    let mut text = format!(
        "# {}\n\n{} files, {} ranks.\n\n| piece | moves |\n|---|---|\n",
        variant.name(),
        geometry.files(),
        geometry.ranks()
    );
    for kind in &game.info().kinds {
        text += &format!("| {} ({}) | `{}` |\n", kind.id, kind.shown, kind.betza);
    }
    text
}

/// Markdown as HTML. HTML in it is shown as text, and links lead to pages only.
pub fn to_html(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Link {
            link_type,
            dest_url: safe(link_type, dest_url),
            title,
            id,
        }),
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Image {
            link_type,
            dest_url: safe(link_type, dest_url),
            title,
            id,
        }),
        other => other,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

fn safe<'a>(_: LinkType, url: pulldown_cmark::CowStr<'a>) -> pulldown_cmark::CowStr<'a> {
    let scheme = url.split(['/', '?', '#']).next().unwrap_or_default();
    let leads_away = scheme.contains(':');
    if !leads_away || url.starts_with("https://") || url.starts_with("http://") {
        url
    } else {
        "#".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_in_a_page_is_text_and_links_cannot_run_anything() {
        let html = to_html("<script>x</script>\n\n[a](javascript:x) [b](/game/1) **c**<img src=x>");
        assert!(
            !html.contains("<script") && !html.contains("<img"),
            "{html}"
        );
        assert!(
            html.contains("href=\"#\"") && html.contains("href=\"/game/1\""),
            "{html}"
        );
        assert!(html.contains("<strong>c</strong>"));
    }

    #[test]
    fn a_missing_language_falls_back_and_says_so() {
        let catalogue = Catalogue::load(&[]).unwrap();
        let game = catalogue.get("hidden").unwrap();
        assert_eq!(page(&catalogue, game, "de").lang, "de");
        assert_eq!(page(&catalogue, game, "fr").lang, "en");
        assert!(short(game).contains("| king"));
    }
}
