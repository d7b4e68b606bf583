import { t } from '../i18n/text';
import type { VariantInfo } from '../wire';

export type ArrayWish = { set?: string; number?: number };

type Props = { variant: VariantInfo; value: ArrayWish; onChange: (array: ArrayWish) => void };

/** The start array: drawn at random unless a number is given. */
export function ArrayChoice({ variant, value, onChange }: Props) {
  const set = variant.sets.find(({ name }) => name === value.set) ?? variant.sets[0];
  if (!set) return null;
  const withNumber = (text: string): ArrayWish => {
    const { number: _old, ...rest } = value;
    return text === '' ? rest : { ...rest, number: Number(text) };
  };
  return (
    <details class="card-details">
      <summary>{t('array-choice')}</summary>
      {variant.sets.length > 1 && (
        <label class="field">
          <span>{t('array-set')}</span>
          <select
            name="set"
            value={set.name}
            onChange={event => onChange({ ...value, set: event.currentTarget.value })}
          >
            {variant.sets.map(({ name, size }) => (
              <option key={name} value={name}>
                {t('array-set-option', { name, size })}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>{t('array-number', { lowest: set.lowest, highest: set.highest })}</span>
        <input
          type="number"
          name="number"
          inputMode="numeric"
          min={set.lowest}
          max={set.highest}
          placeholder={t('array-any')}
          value={value.number ?? ''}
          onInput={event => onChange(withNumber(event.currentTarget.value))}
        />
      </label>
    </details>
  );
}
