import { createContext, startTransition, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { keepLocally, keptLocally, onKept } from '../sync/local';
import { formats, type Formats } from './formats';
import type { Strings } from './zh';

export type Locale = 'zh' | 'en';
const KEY = 'lineup.locale';

/** One language is fetched; the other when it is chosen. */
const load: Record<Locale, () => Promise<Strings>> = {
  zh: async () => (await import('./zh')).zh,
  en: async () => (await import('./en')).en,
};

export type Language = { locale: Locale; t: Strings };
type Value = Language & { f: Formats; setLocale: (locale: Locale) => void };
const Context = createContext<Value | undefined>(undefined);

/** The person's choice on this device, else the first browser language that we speak. */
export function chooseLocale(stored: string | null, languages: readonly string[]): Locale {
  if (stored === 'zh' || stored === 'en') return stored;
  for (const language of languages) {
    if (language.toLowerCase().startsWith('zh')) return 'zh';
    if (language.toLowerCase().startsWith('en')) return 'en';
  }
  return 'en';
}

const chosenLocale = (): Locale => chooseLocale(keptLocally(KEY), navigator.languages);

/** The language to begin with. */
export async function firstLanguage(): Promise<Language> {
  const locale = chosenLocale();
  try {
    return { locale, t: await load[locale]() };
  } catch { // its file cannot be fetched now: the other one may be kept here
    const other = locale === 'zh' ? 'en' : 'zh';
    return { locale: other, t: await load[other]() };
  }
}

let wanted: Locale | undefined;

/** Where its file cannot be fetched now, the language stays. Of choices in quick order the last one counts. */
function speak(locale: Locale, use: (language: Language) => void): void {
  wanted = locale;
  void load[locale]().then((t) => { if (wanted === locale) startTransition(() => { use({ locale, t }); }); }, () => undefined);
}

export function StringsProvider({ children, first }: { children: ReactNode; first: Language }) {
  const [language, setLanguage] = useState(first);
  const value = useMemo<Value>(() => ({
    ...language, f: formats(language.t),
    setLocale: (locale) => {
      keepLocally(KEY, locale);
      speak(locale, setLanguage);
    },
  }), [language]);
  useEffect(() => onKept(KEY, () => { speak(chosenLocale(), setLanguage); }), []);
  useEffect(() => {
    document.documentElement.lang = language.t.lang;
  }, [language]);
  return <Context value={value}>{children}</Context>;
}

/** The texts (`t`), formats (`f`) and language of this session. */
export function useStrings(): Value {
  const value = useContext(Context);
  if (!value) throw new Error('no StringsProvider');
  return value;
}

/** What an error code means for the person, with a fallback for codes that this version does not know. */
export function errorText(t: Strings, code: string | undefined): string {
  return (code === undefined ? undefined : t.errors[code]) ?? t.errors['unknown'] ?? '';
}
