import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const inside = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...inside('docs')].filter(
  (name) => name.endsWith('.md')
)
const top = readdirSync('.')
const files = [...top, ...['src', 'test', 'scripts', 'docs', 'resources'].flatMap(inside)]

/** Files of the program's own kinds, wherever a text names one: `sync/pass.ts`, `publish-*.ts`. */
const fileName = /(?<![\w/.-])[\w*-][\w.*-]*(?:\/[\w.*-]+)*\.(?:tsx?|mts|mjs|css)\b(?![\w/-])/g
/** Whatever a text names below the folders of the repository: `src/main/store`, `test/support/memory-store`. */
const fullPath = /(?<![\w/.-])(?:src|test|scripts|resources|docs)\/[\w./*-]*[\w*]/g
const link = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g

/** Whether a file or folder has this name at its end. */
function isThere(name: string): boolean {
  if (!name.includes('*')) return files.some((file) => file === name || file.endsWith(`/${name}`))
  const parts = name.split(/\*+/).map((part) => part.replace(/[.]/g, '\\.'))
  const pattern = new RegExp(`(?:^|/)${parts.join('[^/]*')}(?:$|/)`)
  return files.some((file) => pattern.test(file))
}

/** Addresses of other hosts, and of the service: nothing that lies here. */
const leadsElsewhere = (target: string): boolean => /^[a-z]+:/i.test(target) || target.startsWith('/')

it.each(documents)('N1 %s names no file and no folder that is not there', (document) => {
  const text = readFileSync(document, 'utf8')
  const named = new Set([...text.matchAll(fileName), ...text.matchAll(fullPath)].map(([name]) => name))
  expect([...named].filter((name) => !isThere(name))).toEqual([])
  const targets = [...text.matchAll(link)].flatMap(([, target = '']) =>
    leadsElsewhere(target) ? [] : target
  )
  expect(targets.filter((target) => !existsSync(normalize(join(dirname(document), target))))).toEqual([])
})

it('the documents are looked into', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.every((name) => statSync(name).isFile())).toBe(true)
  expect(isThere('no-such-file.ts')).toBe(false)
  expect(isThere('src/main/service.ts')).toBe(true)
})
