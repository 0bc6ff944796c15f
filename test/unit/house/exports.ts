import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A function, class, value or type that a file gives out. */
export interface Export {
  readonly file: string
  readonly name: string
}

interface Module {
  /** What it gives out itself. */
  readonly own: ReadonlySet<string>
  /** What it passes on, under its own name. */
  readonly passed: readonly { readonly name: string; readonly from: string; readonly as: string }[]
  readonly imported: readonly { readonly name: string; readonly from: string }[]
  /** Modules that are loaded later or replaced in a test: whatever name of them the file has counts as used. */
  readonly loaded: readonly string[]
  readonly text: string
}

/** `export *`, and `import * as`. */
const ALL = '*'

/** What is given out below `src` and neither used by another file nor passed on to one that uses it. */
export function unusedExports(): Export[] {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  )
  const known = new Set(files.filter((name) => /\.(tsx?|mts|mjs)$/.test(name)))
  const modules = new Map([...known].map((file) => [file, read(file, known)]))
  const used = usedNames(modules)
  return [...modules]
    .filter(([file]) => file.startsWith('src'))
    .flatMap(([file, { own, passed }]) => {
      const names = [
        ...own,
        ...passed.flatMap(({ as, from, name }) => (isGiven(modules, from, name) ? [as] : []))
      ]
      const here = used.get(file)
      return here?.has(ALL) ? [] : names.filter((name) => !here?.has(name)).map((name) => ({ file, name }))
    })
}

function usedNames(modules: ReadonlyMap<string, Module>): ReadonlyMap<string, ReadonlySet<string>> {
  const used = new Map<string, Set<string>>()
  const use = (file: string, name: string): void => {
    const names = used.get(file) ?? new Set()
    if (names.has(name)) return
    used.set(file, names.add(name))
    // what it has from another file is used there
    for (const { name: there, from, as } of modules.get(file)?.passed ?? [])
      if (as === name || as === ALL || name === ALL) use(from, there === ALL ? name : there)
  }
  for (const { imported, loaded, text } of modules.values()) {
    for (const { name, from } of imported) use(from, name)
    if (loaded.length === 0) continue
    const words = new Set(text.match(/[\w$]+/g))
    for (const from of loaded) {
      const { own, passed } = modules.get(from) ?? { own: new Set<string>(), passed: [] }
      for (const name of [...own, ...passed.map(({ as }) => as)]) if (words.has(name)) use(from, name)
    }
  }
  return used
}

function isGiven(modules: ReadonlyMap<string, Module>, file: string, name: string): boolean {
  const found = modules.get(file)
  if (!found || name === ALL) return false
  return (
    found.own.has(name) ||
    found.passed.some(({ as, from, name: there }) => as === name && isGiven(modules, from, there))
  )
}

function read(file: string, known: ReadonlySet<string>): Module {
  const text = readFileSync(file, 'utf8')
  const own = new Set<string>()
  const passed: Module['passed'][number][] = []
  const imported: Module['imported'][number][] = []
  const at = (specifier: ts.Expression | undefined) =>
    specifier && ts.isStringLiteral(specifier) ? found(file, specifier.text, known) : null
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = at(statement.moduleSpecifier)
      const bindings = statement.importClause?.namedBindings
      if (from === null || !bindings) continue
      if (ts.isNamespaceImport(bindings)) imported.push({ name: ALL, from })
      else
        for (const { name, propertyName } of bindings.elements)
          imported.push({ name: (propertyName ?? name).text, from })
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement
      const from = at(statement.moduleSpecifier)
      if (from === null) continue
      if (!exportClause) passed.push({ name: ALL, from, as: ALL })
      else if (ts.isNamedExports(exportClause))
        for (const { name, propertyName } of exportClause.elements)
          passed.push({ name: (propertyName ?? name).text, from, as: name.text })
    } else namesOf(statement).forEach((name) => own.add(name))
  }
  const calls = text.matchAll(/\b(?:import|vi\.\w+(?:<[^>]*>)?)\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g)
  const loaded = [...calls].flatMap(([, specifier = '']) => found(file, specifier, known) ?? [])
  return { own, passed, imported, loaded, text }
}

/** What a statement gives out. */
function namesOf(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind)
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name))
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

function bound(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : bound(element.name)))
}

function found(file: string, specifier: string, known: ReadonlySet<string>): string | null {
  if (!specifier.startsWith('.')) return null
  const base = join(dirname(file), specifier.replace(/\?.*$/, '').replace(/\.js$/, ''))
  return (
    ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => base + end).find((name) => known.has(name)) ??
    null
  )
}
