import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { en } from './en';
import { formats, type Formats } from './formats';
import { zh, type Strings } from './zh';

export type Locale = 'zh' | 'en';
const KEY = 'lineup.locale';
const DICTIONARIES: Record<Locale, Strings> = { zh, en };

type Value = { t: Strings; f: Formats; locale: Locale; setLocale: (locale: Locale) => void };
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

export function StringsProvider({ children, initial }: { children: ReactNode; initial?: Locale }) {
  const [locale, setLocale] = useState<Locale>(
    () => initial ?? chooseLocale(localStorage.getItem(KEY), navigator.languages),
  );
  const value = useMemo<Value>(() => {
    const t = DICTIONARIES[locale];
    return {
      t, f: formats(t), locale,
      setLocale: (next) => {
        localStorage.setItem(KEY, next);
        setLocale(next);
      },
    };
  }, [locale]);
  useEffect(() => {
    document.documentElement.lang = DICTIONARIES[locale].lang;
  }, [locale]);
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
