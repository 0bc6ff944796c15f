import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { menuBar, type MenuEntry } from '../../../src/common/bridge/menu-entries'
import { pageViewCommands } from '../../../src/renderer/src/features/page/command-names'
import { viewCommands } from '../../../src/renderer/src/workbench/commands/view-commands'

const HOLE = '${}'

/** The window's commands: id → keys in the desktop app, null for none. Those of views stand in tables, the others in the sources. */
const declared = new Map([
  ...sources(join(__dirname, '../../../src/renderer/src')).flatMap((file) => [...commandsIn(file)]),
  ...[...viewCommands(), ...pageViewCommands].map(({ id, shortcut }) => [id, shortcut ?? null] as const)
])

/** Families such as `view.theme-${value}`, whose members have no keys. */
const families = [...declared.keys()].filter((id) => id.endsWith(HOLE)).map((id) => id.slice(0, -HOLE.length))
const isDeclared = (id: string) =>
  declared.has(id) || families.some((family) => id.startsWith(family) && id.length > family.length)

describe.each(['linux', 'win32', 'darwin'] as const)('the menu bar on %s beside the window', (platform) => {
  const entries = menuBar(platform).flatMap((menu) => entriesWithKeys(menu.entries))

  it('L1 names only commands that the window has', () => {
    expect(declared.size).toBeGreaterThan(30)
    expect(entries.map(({ id }) => id).filter((id) => !isDeclared(id))).toEqual([])
  })

  it('L1 shows the keys on which the window acts, for every command that has some', () => {
    const shown = entries.map(({ id, keys }) => `${id}: ${canonical(keys)}`)
    expect(shown).toEqual(entries.map(({ id }) => `${id}: ${canonical(declared.get(id), fallback[id])}`))
  })
})

/** Keys that the text field or the editor itself acts on, not a command of the window. */
const fallback: Readonly<Record<string, string>> = {
  'edit.undo': 'mod+Z',
  'edit.redo': 'mod+shift+Z',
  'edit.select-all': 'mod+A'
}

interface Shown {
  readonly id: string
  readonly keys?: string
}

function entriesWithKeys(entries: readonly MenuEntry[]): Shown[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'submenu') return entriesWithKeys(entry.entries)
    if (entry.kind === 'desktop') return [{ id: `workspace.${entry.action}`, keys: entry.keys }]
    return entry.kind === 'command' ? [entry] : []
  })
}

/** `CmdOrCtrl+Alt+N` and `mod+alt+N` are the same keys. */
function canonical(keys: string | null | undefined, otherwise?: string): string {
  const text = keys ?? otherwise
  if (text === undefined) return 'none'
  return text.toLowerCase().replace('cmdorctrl', 'mod').replace('+arrow', '+').split('+').sort().join('+')
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

/** Every object literal with a `group` and an `id` like `file.save`, and every panel; `shortcut` may be inside a conditional spread. */
function commandsIn(file: string): Map<string, string | null> {
  const found = new Map<string, string | null>()
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const id = idOf(member(node, 'id'))
      if (id !== null && /^[a-z]+\.[a-z-]+(\$\{\})?$/.test(id) && member(node, 'group'))
        found.set(id, keysOf(node))
      // a panel of the inspector, which brings a command of its own
      if (id !== null && member(node, 'View') && member(node, 'shortcut'))
        found.set(`view.${id}`, keysOf(node))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The id as it is written out; one that ends in a value ends in a hole. */
function idOf(node: ts.Expression | undefined): string | null {
  if (node === undefined || !ts.isTemplateExpression(node)) return literal(node)
  const [span, ...others] = node.templateSpans
  return span?.literal.text === '' && others.length === 0 ? `${node.head.text}${HOLE}` : null
}

function keysOf(node: ts.ObjectLiteralExpression): string | null {
  const value = member(node, 'shortcut')
  if (value === undefined) return null
  const onDesktop = ts.isCallExpression(value) ? value.arguments[0] : value
  const keys = literal(onDesktop)
  if (keys === null) throw new Error(`The keys ${value.getText()} are not written out.`)
  return keys
}

function member(node: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  let found: ts.Expression | undefined
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property) && property.name.getText() === name) found = property.initializer
    if (ts.isSpreadAssignment(property)) {
      ts.forEachChild(property, function look(inner: ts.Node) {
        if (ts.isObjectLiteralExpression(inner)) found ??= member(inner, name)
        else ts.forEachChild(inner, look)
      })
    }
  }
  return found
}

function literal(node: ts.Expression | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null
}
