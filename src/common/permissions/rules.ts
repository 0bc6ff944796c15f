import { bounds, tooLarge } from '../bounds'
import { atOnce, type Steps } from '../steps'
import { assetFolderOfRule } from './dot-folder'

/** What a permission row can grant (P2). `write` implies `read`. */
export type Action = 'read' | 'write'

/** The whole of one organization's `permissions` sheet, ready for questions. */
export interface PermissionRules {
  /** Lower-case e-mail, group or `org/group` → its rules, those that decide first in front. */
  readonly byIdentifier: ReadonlyMap<string, readonly PermissionRule[]>
}

export interface PermissionRule {
  /** As the sheet has it, without spaces and trailing slash. */
  readonly path: string
  /** What it is about: the path without its wildcard, `''` for the whole organization. */
  readonly prefix: string
  readonly reach: Reach
  readonly actions: ReadonlySet<Action>
  /** The sheet's rows it comes from, counted from 1. */
  readonly rows: readonly number[]
}

/**
 * `keyword`: `CONFIG`, which is no path. `exact`: one path. `self-and-below`: `/a/+**`. `below`: `/a/**`.
 * `assets`: the asset folder of a page that an exact path is about; its prefix is that folder.
 */
type Reach = 'keyword' | 'exact' | 'self-and-below' | 'below' | 'assets'

/** The row that governs configs (P4). */
export const CONFIG = 'CONFIG'

/**
 * Reads the rows of a `permissions` sheet (P2). Rows without a path or groups say nothing; rows of one path
 * and identifier are merged.
 * @throws GalleyError too-large
 */
export function parseRules(rows: readonly Readonly<Record<string, unknown>>[]): PermissionRules {
  return atOnce(parsingRules(rows))
}

/** The same in steps: the largest sheet takes longer than others are to wait. */
export function* parsingRules(rows: readonly Readonly<Record<string, unknown>>[]): Steps<PermissionRules> {
  requireBounds(rows)
  const byIdentifier = new Map<string, Merged[]>()
  const merged = new Map<string, Merged>()
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_STEP === 0) yield
    const path = rulePath(textOf(row, 'path'))
    if (path === '') continue
    const actions = actionsOfText(textOf(row, 'actions'))
    for (const identifier of identifiersIn(textOf(row, 'groups'))) {
      const key = `${path}\n${identifier}`
      const known = merged.get(key)
      if (known) {
        known.rows.push(index + 1)
        if (actions.size > known.actions.size) known.actions = actions
        continue
      }
      const rule = { path, ...reachOf(path), actions, rows: [index + 1] }
      merged.set(key, rule)
      const rules = byIdentifier.get(identifier)
      if (rules) rules.push(rule)
      else byIdentifier.set(identifier, [rule])
    }
  }
  let step = 0
  for (const rules of byIdentifier.values()) {
    if (++step % ROWS_A_STEP === 0) yield
    rules.sort(inOrder)
    const assets = rules.flatMap(assetRule)
    for (const rule of assets) rules.push(rule)
    if (assets.length > 0) rules.sort(inOrder)
  }
  return { byIdentifier }
}

const ROWS_A_STEP = 500

/** @throws GalleyError too-large for more rows than can be asked at each request */
export function requireBounds(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const refuse = (of: string, bound: number, found: number) =>
    tooLarge({ what: 'The permissions sheet', of, bound, found, where: 'permissions' })
  if (rows.length > bounds.permissions.rows) throw refuse('rows', bounds.permissions.rows, rows.length)
  let names = 0
  for (const row of rows) names += countOf(',', textOf(row, 'groups')) + 1
  if (names > bounds.permissions.names)
    throw refuse('people and groups in all rows', bounds.permissions.names, names)
}

/** A rule while its rows are read. */
type Merged = PermissionRule & { actions: ReadonlySet<Action>; readonly rows: number[] }

/**
 * The same rules for a workspace whose service folder has this name (N4): no rule for a page speaks of it.
 * The very object where none would.
 * @param serviceFolder without its dot
 */
export function sparingServiceFolder(rules: PermissionRules, serviceFolder: string): PermissionRules {
  const known = spared.get(rules)?.get(serviceFolder)
  if (known) return known
  const name = `.${serviceFolder.toLowerCase()}`
  const isSpared = ({ reach, prefix }: PermissionRule) =>
    reach === 'assets' &&
    prefix.indexOf('/', 1) === prefix.lastIndexOf('/') &&
    prefix.toLowerCase().endsWith(`/${name}`)
  const found = [...rules.byIdentifier.values()].some((own) => own.some(isSpared))
  const made = found
    ? {
        byIdentifier: new Map(
          [...rules.byIdentifier].map(([who, own]) => [who, own.filter((rule) => !isSpared(rule))])
        )
      }
    : rules
  spared.set(rules, (spared.get(rules) ?? new Map<string, PermissionRules>()).set(serviceFolder, made))
  return made
}

/** They go with the rules. */
const spared = new WeakMap<PermissionRules, Map<string, PermissionRules>>()

/** What an exact rule says of a page's assets: decided after what names their folder itself. */
function assetRule(rule: Merged): Merged[] {
  const folder = rule.reach === 'exact' ? assetFolderOfRule(rule.prefix) : null
  return folder === null ? [] : [{ ...rule, prefix: folder, reach: 'assets' }]
}

/** Whether the rows keep somebody who may write configs (P5). */
export function keepsConfigWriter(rows: readonly Readonly<Record<string, unknown>>[]): boolean {
  return rows.some(
    (row) =>
      rulePath(textOf(row, 'path')) === CONFIG &&
      identifiersIn(textOf(row, 'groups')).length > 0 &&
      actionsOfText(textOf(row, 'actions')).has('write')
  )
}

/** Longest prefix first (P3); at one prefix the narrower reach. */
function inOrder(a: PermissionRule, b: PermissionRule): number {
  return b.prefix.length - a.prefix.length || order.indexOf(a.reach) - order.indexOf(b.reach)
}

const order: readonly Reach[] = ['keyword', 'exact', 'self-and-below', 'below', 'assets']

/** Spaces ignored, trailing slash dropped (P2); a missing first slash is what everybody means. */
function rulePath(text: string): string {
  const bare = text.normalize('NFC').replace(/\s/g, '')
  if (bare === '' || bare === CONFIG) return bare
  const whole = bare.startsWith('/') ? bare : `/${bare}`
  return whole.length > 1 ? whole.replace(/(?<!\/)\/+$/, '') || '/' : whole
}

function reachOf(path: string): Pick<PermissionRule, 'prefix' | 'reach'> {
  if (path === CONFIG) return { prefix: path, reach: 'keyword' }
  if (path.endsWith('/+**')) return { prefix: path.slice(0, -4), reach: 'self-and-below' }
  if (path.endsWith('/**')) return { prefix: path.slice(0, -3), reach: 'below' }
  return { prefix: path === '/' ? '' : path, reach: 'exact' }
}

function actionsOfText(text: string): ReadonlySet<Action> {
  const words = listOf(text)
  if (words.includes('write')) return readAndWrite
  return words.includes('read') ? readOnly : nothing
}

const nothing: ReadonlySet<Action> = new Set()
const readOnly: ReadonlySet<Action> = new Set(['read'])
const readAndWrite: ReadonlySet<Action> = new Set(['read', 'write'])

const identifiersIn = (text: string): string[] => [...new Set(listOf(text.normalize('NFC')))]

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')

/** How often a sign is in a text; a list of its parts would cost much more. */
function countOf(sign: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

function textOf(row: Readonly<Record<string, unknown>>, column: string): string {
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return typeof value === 'string' ? value : ''
}
