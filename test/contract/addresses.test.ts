import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endpointOf, type OperationId } from '../../src/common/api/endpoints'
import { operations } from '../../src/common/api/operations'
import { urlOf } from '../../src/common/api/url'
import { importActions } from '../../src/common/importing/shapes'
import { jobTopics } from '../../src/common/publishing/jobs'
import { contentPath, isContentPath, segmentsOf, type ContentPath } from '../../src/common/content/paths'
import type { Asked } from '../../src/main/http/asked'
import type { openRoom } from '../../src/main/http/room'
import { fc } from '../support/properties'
import { openWorkspace, type Workspace } from './in-process'

/** Which operation the service came to last, by which handler, and what it knew of the address. */
interface Reached {
  readonly id: string
  readonly handler: unknown
  readonly parameters: Readonly<Record<string, string>>
}

type Parts = Parameters<typeof openRoom>[0]

const reached: Reached[] = []
const handlers = new Map<string, unknown>()

// the rooms of the service as they are, but that nothing is done: where a request came to cannot be seen from outside
vi.mock('../../src/main/http/room', async (load) => {
  const real = await load<{ openRoom: (parts: object) => unknown }>()
  return {
    ...real,
    openRoom: ({ operations, handlers: own, trees, owns, pathOf }: Parts) => {
      const noting = Object.entries(own).map(([id, handler]) => {
        handlers.set(id, handler)
        const note = (_: Asked, { parameters }: Pick<Reached, 'parameters'>) => {
          reached.push({ id, handler, parameters })
          return new Response(null)
        }
        return [id, note] as const
      })
      return real.openRoom({
        operations,
        handlers: Object.fromEntries(noting),
        enter: (asked: Asked) => Promise.resolve(asked),
        ...(trees && { trees }),
        ...(owns && { owns }),
        ...(pathOf && { pathOf })
      })
    }
  }
})

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
})
afterAll(() => workspace.close())

const text = fc
  .string({
    unit: fc.oneof(fc.constantFrom(' ', '%', '/', '?', '#', '+', '&', '%2F', 'ü', '中', '🎈'), fc.string())
  })
  .filter((one) => !/^\.{0,2}$/.test(one))
const name = text.filter((one) => !one.startsWith('.') && !one.includes('/') && isContentPath(`/${one}`))
const place = (least: number, most: number): fc.Arbitrary<ContentPath> =>
  fc
    .array(name, { minLength: least, maxLength: most })
    .map((names) => `/${names.join('/')}`)
    .filter(isContentPath)

/** What the parts of an address may be, where not any text; of `at`, by the part that stands last for it. */
const parts: Readonly<Record<string, fc.Arbitrary<string | number>>> = {
  environment: fc.constantFrom('preview', 'live'),
  topic: fc.constantFrom(...jobTopics),
  action: fc.constantFrom(...importActions),
  number: fc.nat(999_999_999),
  path: fc
    .tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
    .map(([names, end]) => `/${names.join('/')}${end}`)
}
const places: Readonly<Record<string, fc.Arbitrary<ContentPath>>> = {
  path: place(3, 6),
  repo: place(2, 2),
  site: place(2, 2),
  org: place(1, 1),
  scope: place(0, 5)
}

/** Everything that an address and its query are made of. */
function asking(id: OperationId): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const { address, query } = endpointOf(id)
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)
  const isAt = (one: string) =>
    /^(org|repo|site|scope)$/.test(one) || (one === 'path' && names.includes('repo'))
  const last = names.filter(isAt).at(-1)
  const given = names.filter((one) => !isAt(one)).map((one) => [one, parts[one] ?? text] as const)
  return fc.record({
    ...Object.fromEntries(given),
    ...(last !== undefined && { at: places[last] ?? place(1, 1) }),
    ...Object.fromEntries(query.map((one) => [one, fc.option(text, { nil: undefined })]))
  })
}

/** The segments of an address as people would write them. */
const segments = (address: string, given: Readonly<Record<string, unknown>>): string[] => {
  const at = segmentsOf(contentPath(String(given['at'] ?? '/')))
  return address.split('/').flatMap((part): string[] => {
    if (part === '{scope}') return at.splice(0)
    if (part === '{org}' || part === '{repo}' || part === '{site}') return at.splice(0, 1)
    if (part === '{path}')
      return address.includes('{repo}') ? at.splice(0) : String(given['path']).split('/').slice(1)
    return [part.replace(/\{(\w+)\}/g, (_, one: string) => String(given[one]))]
  })
}

it.each(operations.map(({ id }) => id))(
  'X4 the address that a client builds for %s is routed to it, with the same parameters',
  async (id) => {
    const { method, address } = endpointOf(id)
    await fc.assert(
      fc.asyncProperty(asking(id), async (given) => {
        const url = new URL(`galley://app${urlOf(id, given as never)}`)
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(segments(address, given))
        for (const one of endpointOf(id).query) expect(url.searchParams.get(one)).toBe(given[one] ?? null)
        await workspace.service.fetch(new Request(url, { method }), 'owner')
        const came = reached.pop()
        // a version has two addresses, which one handler reads
        expect(came?.handler, `${method} ${url} came to ${came?.id}`).toBe(handlers.get(id))
        for (const [one, value] of Object.entries(came?.parameters ?? {}))
          if (one in given && one !== 'path') expect(value).toBe(String(given[one]))
      }),
      { numRuns: 40 }
    )
  }
)
