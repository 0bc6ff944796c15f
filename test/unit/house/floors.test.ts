import { describe, expect, it } from 'vitest'
import { circlesOf, importsIn, type Import } from './imports'

/** From the ground up. A room imports from its own floor and from those below. */
const floors: readonly (readonly string[])[] = [
  ['state'],
  ['components', 'api'],
  ['workbench'],
  ['documents'],
  ['engines'],
  ['features'],
  ['shell'],
  ['main.tsx']
]

/** Engines and features are rooms of their own. */
function roomOf(file: string): string {
  const [folder = '', room = ''] = file.split('/')
  return folder === 'engines' || folder === 'features' ? `${folder}/${room}` : folder
}

const floorOf = (file: string) => floors.findIndex((rooms) => rooms.includes(file.split('/')[0] ?? ''))
const isFeature = (file: string) => file.startsWith('features/')
const words = ({ from, to }: Import) => `${from} → ${to}`

const arrowsUp = (imports: readonly Import[]) =>
  imports.filter(({ from, to }) => floorOf(to) > floorOf(from)).map(words)

const pastTheIndex = (imports: readonly Import[]) =>
  imports
    .filter(
      ({ from, to }) => isFeature(to) && roomOf(from) !== roomOf(to) && !/^[^/]+\/[^/]+\/index\.ts$/.test(to)
    )
    .map(words)

const byName = (imports: readonly Import[]) =>
  imports
    .filter(({ from, to }) => isFeature(to) && !isFeature(from) && from !== 'shell/features.ts')
    .map(words)

describe('the floors of the window', () => {
  const imports = importsIn('src/renderer/src')

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

  it('a feature is imported through its index, and named by the list of the shell and by other features alone', () => {
    expect(pastTheIndex(imports)).toEqual([])
    expect(byName(imports)).toEqual([])
  })

  it('would tell of an arrow up, a circle, a way past an index, and a feature that the frame names', () => {
    const up = { from: 'documents/Banner.tsx', to: 'features/history/index.ts' }
    expect(arrowsUp([...imports, up])).toEqual(['documents/Banner.tsx → features/history/index.ts'])
    expect(circlesOf([...imports, up], roomOf)[0]).toContain('documents')
    const back = { from: 'features/publishing/client.ts', to: 'features/tree/index.ts' }
    expect(circlesOf([...imports, back], roomOf)).toContainEqual(
      expect.arrayContaining(['features/publishing', 'features/tree'])
    )
    const inside = { from: 'features/tree/Tree.tsx', to: 'features/sync/sync-store.ts' }
    expect(pastTheIndex([...imports, inside])).toEqual([
      'features/tree/Tree.tsx → features/sync/sync-store.ts'
    ])
    const named = { from: 'shell/Workbench.tsx', to: 'features/sync/index.ts' }
    expect(byName([...imports, named])).toEqual(['shell/Workbench.tsx → features/sync/index.ts'])
  })
})
