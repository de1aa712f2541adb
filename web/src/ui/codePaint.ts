/** Colours of code, by lowlight (the grammars of highlight.js). Loaded when the first block of code is shown. */
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';

/** What a piece of code is; undefined for all that has the colour of text. */
export type Tone = 'keyword' | 'string' | 'number' | 'name' | 'type' | 'comment';
export type Token = { text: string; tone: Tone | undefined };

const lowlight = createLowlight({
  bash, css, dockerfile, go, ini, java, javascript, json, python, rust, sql, typescript, xml, yaml,
});
lowlight.registerAlias({ bash: ['shell', 'console', 'shellsession'], json: ['json5'], sql: ['postgresql', 'mysql', 'sqlite'] });

const TONES: readonly (readonly [Tone, readonly string[]])[] = [
  ['keyword', ['keyword', 'selector-tag', 'tag', 'doctag', 'section', 'selector-pseudo']],
  ['string', ['string', 'regexp', 'char', 'quote', 'link', 'code', 'addition']],
  ['number', ['number', 'literal', 'symbol', 'bullet', 'variable', 'template-variable', 'selector-id']],
  ['name', ['title', 'name', 'attr', 'attribute', 'property', 'selector-class', 'selector-attr']],
  ['type', ['type', 'built_in', 'class', 'meta']],
  ['comment', ['comment']],
];
/** `params` and `subst` hold ordinary code again. */
const PLAIN = new Set(['params', 'subst', 'function', 'formula', 'operator', 'punctuation']);
const TONE_OF = new Map<string, Tone>(TONES.flatMap(([tone, names]) => names.map((name) => [name, tone] as const)));

type Tree = ReturnType<typeof lowlight.highlight>;
type Node = Tree['children'][number];

/** `text` in pieces that together are `text` again; undefined when the language is none that we know. */
export function paint(text: string, language: string): Token[] | undefined {
  if (!lowlight.registered(language)) return undefined;
  const tokens: Token[] = [];
  flatten(lowlight.highlight(language, text).children, undefined, tokens);
  return tokens;
}

function flatten(nodes: readonly Node[], tone: Tone | undefined, into: Token[]): void {
  for (const node of nodes) {
    if (node.type === 'element') flatten(node.children, toneOf(node.properties['className'], tone), into);
    if (node.type !== 'text') continue;
    const last = into.at(-1);
    if (last?.tone === tone && last !== undefined) last.text += node.value;
    else into.push({ text: node.value, tone });
  }
}

function toneOf(classes: unknown, outer: Tone | undefined): Tone | undefined {
  const name = Array.isArray(classes) ? String(classes[0]).replace(/^hljs-|_$/g, '') : '';
  return PLAIN.has(name) ? undefined : (TONE_OF.get(name) ?? outer);
}
