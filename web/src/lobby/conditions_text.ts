import { t } from '../i18n/text';
import { clockText } from '../ui/clock_text';
import type { ColourWish, Proposal, VariantInfo } from '../wire';

/** The colour the one who accepts will have. */
export function colourOfOther(colour: ColourWish): ColourWish {
  if (colour === 'random') return 'random';
  return colour === 'white' ? 'black' : 'white';
}

/** "Hidden Chess · 5 + 3 · rated", with the chosen start where there is one. */
export function conditionsText({ conditions }: Proposal, variants: VariantInfo[]): string {
  const { variant, clock, rated, number } = conditions;
  const parts = [
    variants.find(({ id }) => id === variant)?.name ?? variant,
    clockText(clock),
    t(rated ? 'rated' : 'casual'),
  ];
  if (number !== undefined) parts.push(t('start-number', { number }));
  return parts.join(' · ');
}

/** "1400 to 1800", "from 1400", "up to 1800", or nothing. */
export function rangeText({ lowest, highest }: Proposal): string {
  if (lowest !== undefined && highest !== undefined) return t('range-both', { lowest, highest });
  if (lowest !== undefined) return t('range-lowest', { lowest });
  return highest !== undefined ? t('range-highest', { highest }) : '';
}

export const inviteHref = (id: string) => `/invite/${encodeURIComponent(id)}`;
export const inviteLink = (id: string) => location.origin + inviteHref(id);
