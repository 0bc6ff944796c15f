import { describe, expect, it } from 'vitest'
import { circlesOf, importsIn, type Import } from './imports'

/** From the ground up. A room imports from its own floor and from those below. */
const floors: readonly (readonly string[])[] = [
  ['system'],
  ['store'],
  ['backup', 'configs', 'outgoing', 'secrets', 'settings', 'site-code', 'trust', 'workers'],
  ['updates', 'crashes'],
  ['callers', 'health'],
  ['permissions'],
  ['http'],
  ['events'],
  ['authoring', 'importing', 'links', 'publishing', 'rooms', 'search', 'sign-in', 'sync', 'access-requests'],
  ['relay'],
  ['workspace'],
  ['mcp'],
  ['service.ts'],
  ['server'],
  ['team'],
  ['cli', 'desktop'],
  ['index.ts']
]

/** What of a room others may import, where it is not all of it. */
const doors: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    [
      'authoring',
      'backup',
      'health',
      'importing',
      'links',
      'mcp',
      'outgoing',
      'publishing',
      'relay',
      'rooms',
      'search',
      'secrets',
      'server',
      'sign-in',
      'sync',
      'trust',
      'updates',
      'crashes',
      'access-requests',
      'workspace'
    ].map((room) => [room, /^index\.ts$/])
  ),
  store: /^(index|types|doctor\/index|snapshot\/index)\.ts$/,
  workers: /^(index|messages|engine-calls|engine-thread|work\/[\w-]+)\.ts$/
}

/** A backup takes the files of a workspace's folder as they lie there. */
const knowsTheFolder = (file: string) => file.startsWith('backup/')

const roomOf = (file: string) => file.split('/')[0] ?? ''
const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(roomOf(file)))
const words = ({ from, to }: Import) => `${from} → ${to}`

const arrowsUp = (imports: readonly Import[]) =>
  imports.filter(({ from, to }) => floorOf(to) > floorOf(from)).map(words)

const pastTheDoor = (imports: readonly Import[]) =>
  imports
    .filter(({ from, to }) => {
      const door = doors[roomOf(to)]
      if (!door || roomOf(from) === roomOf(to) || door.test(to.slice(roomOf(to).length + 1))) return false
      return !(roomOf(to) === 'store' && knowsTheFolder(from))
    })
    .map(words)

describe('the floors of main', () => {
  const imports = importsIn('src/main')

  it('every file lies on a floor', () => {
    expect(imports.length).toBeGreaterThan(1500)
    expect(imports.filter(({ from, to }) => floorOf(from) < 0 || floorOf(to) < 0)).toEqual([])
  })

  it('nothing imports from a floor above, not even a type', () => {
    expect(arrowsUp(imports)).toEqual([])
  })

  it('no rooms import each other in a circle', () => {
    expect(circlesOf(imports, roomOf)).toEqual([])
  })

  it('siblings and the store are imported through their doors', () => {
    expect(pastTheDoor(imports)).toEqual([])
  })

  it('would tell of an arrow up, a circle and a way past a door', () => {
    const up = { from: 'http/room.ts', to: 'sync/index.ts' }
    expect(arrowsUp([...imports, up])).toEqual(['http/room.ts → sync/index.ts'])
    expect(circlesOf([...imports, up], roomOf)[0]).toEqual(expect.arrayContaining(['http', 'sync']))
    const inside = { from: 'sync/pull.ts', to: 'importing/job.ts' }
    expect(pastTheDoor([...imports, inside])).toEqual(['sync/pull.ts → importing/job.ts'])
    const round = { from: 'authoring/list.ts', to: 'store/disk/plain-file.ts' }
    expect(pastTheDoor([...imports, round])).toEqual(['authoring/list.ts → store/disk/plain-file.ts'])
  })
})
