import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '../../../src/common/api/endpoints'

const first = new Set(
  Object.values(endpoints).map((endpoint) => endpoint.replace(/^\w+ \//, '').replace(/[/{].*$/, ''))
)
const words = [...first].map((word) => word.replaceAll('.', '\\.')).join('|')
/** An address in quotes, and a pattern of one. */
const written = new RegExp(`(['"\`]\\/|\\^\\\\/)(\\(?:?)?(?:${words})\\)?(?=['"\`/?$|\\\\])`)

/** Read in their parts and made whole by them alone, or words of a sentence. */
const known = [
  'authoring/actions.ts', // which of the table's addresses have one word more
  'http/openapi-page.ts', // a page of its own, without scripts
  'importing/routes.ts', // a slash at the end
  'publishing/publish-address.ts' // cuts what the table has as several
]

const isWritten = (line: string) => !/^\s*(?:\/?\*|\/\/)/.test(line) && written.test(line)

it('addresses of the service come from the table of HTTP: no file of main writes one by hand', () => {
  const folder = 'src/main'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((file) => readFileSync(join(folder, file), 'utf8').split('\n').some(isWritten))
  expect(found.sort()).toEqual(known)
  expect(isWritten("  return pathname.startsWith('/source/') && isMedia(url)")).toBe(true)
  expect(isWritten('  const base = `/sites/${environment}${site}`')).toBe(true)
  expect(isWritten("  { where: '/events' }")).toBe(true)
  expect(isWritten('  if (/^\\/sync\\/pairs/.test(pathname)) return true')).toBe(true)
  expect(isWritten('/** What is at `/source/org/site`. */')).toBe(false)
})
