import type { Json } from '../hub/types';

/** A line of YAML; the next `folds` lines belong to it. */
export interface Line {
  depth: number;
  dash: boolean;
  key: string;
  value: string;
  type: 'map' | 'list' | 'string' | 'number' | 'word' | 'block';
  folds: number;
}

/** Formats a value as YAML lines, as kubectl does. */
export function yamlLines(value: Json): Line[] {
  const lines: Line[] = [];
  if (isMap(value)) writeMap(lines, value, 0, false);
  else if (Array.isArray(value)) writeList(lines, value, 0);
  else lines.push(scalar(0, false, '', value));
  return lines;
}

export const lineText = (line: Line): string =>
  '  '.repeat(line.depth) + (line.dash ? '- ' : '') + (line.key ? `${line.key}:${line.value ? ' ' : ''}` : '') + line.value;

export const yamlText = (value: Json): string => yamlLines(value).map((line) => `${lineText(line)}\n`).join('');

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function writeMap(lines: Line[], map: { [key: string]: Json }, depth: number, dash: boolean): void {
  let first = dash;
  for (const [key, value] of Object.entries(map)) {
    // A dash replaces one level of indentation: the following lines are one level deeper.
    writeEntry(lines, quoted(key), value, first ? depth : dash ? depth + 1 : depth, first);
    first = false;
  }
}

function writeEntry(lines: Line[], key: string, value: Json, depth: number, dash: boolean): void {
  const inner = dash ? depth + 1 : depth;
  const at = lines.length;
  if (isMap(value) && Object.keys(value).length > 0) {
    lines.push({ depth, dash, key, value: '', type: 'map', folds: 0 });
    writeMap(lines, value, inner + 1, false);
  } else if (Array.isArray(value) && value.length > 0) {
    lines.push({ depth, dash, key, value: '', type: 'list', folds: 0 });
    writeList(lines, value, inner);
  } else if (typeof value === 'string' && blockWorthy(value)) {
    lines.push({ depth, dash, key, value: value.endsWith('\n') ? '|' : '|-', type: 'block', folds: 0 });
    writeBlock(lines, value, inner + 1);
  } else {
    lines.push(scalar(depth, dash, key, value));
  }
  lines[at]!.folds = lines.length - at - 1;
}

function writeList(lines: Line[], list: Json[], depth: number): void {
  for (const item of list) {
    const at = lines.length;
    if (isMap(item) && Object.keys(item).length > 0) writeMap(lines, item, depth, true);
    else if (typeof item === 'string' && blockWorthy(item)) {
      lines.push({ depth, dash: true, key: '', value: item.endsWith('\n') ? '|' : '|-', type: 'block', folds: 0 });
      writeBlock(lines, item, depth + 1);
      lines[at]!.folds = lines.length - at - 1;
    } else lines.push(scalar(depth, true, '', item));
  }
}

const blockWorthy = (text: string) => /\S\n/.test(text) && !/^\s|[\t\r]| \n|\n\n$|[^\x20-\x7e\n\u00a0-\ud7ff\ue000-\ufffd]/.test(text);

function writeBlock(lines: Line[], text: string, depth: number): void {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  for (const line of body.split('\n')) lines.push({ depth: line ? depth : 0, dash: false, key: '', value: line, type: 'string', folds: 0 });
}

function scalar(depth: number, dash: boolean, key: string, value: Json): Line {
  const line = { depth, dash, key, folds: 0 };
  if (typeof value === 'string') return { ...line, value: quoted(value), type: 'string' };
  if (typeof value === 'number') return { ...line, value: String(value), type: 'number' };
  if (value !== null && typeof value === 'object') return { ...line, value: Array.isArray(value) ? JSON.stringify(value) : '{}', type: 'word' };
  return { ...line, value: String(value), type: 'word' };
}

const PLAIN = /^[A-Za-z0-9_./$(][^:#\n"'{}[\],&*!|>%@`\x00-\x1f\x7f]*(?::[^ :#\n"'{}[\],\x00-\x1f\x7f][^:#\n"'{}[\],\x00-\x1f\x7f]*)*$/;
const OTHER_TYPE = /^(?:true|false|yes|no|on|off|y|n|null|~|[-+.]?[\d.][\d_.,:eExXoObB+-]*|0x[\da-f_]+|0o?[0-7_]+|[-+]?\.(?:inf|nan)|\d{4}-\d\d-\d\d.*)$/i;

/** A YAML string, unquoted if it is unambiguous. */
function quoted(text: string): string {
  if (text !== '' && text.trim() === text && PLAIN.test(text) && !OTHER_TYPE.test(text)) return text;
  return JSON.stringify(text);
}
