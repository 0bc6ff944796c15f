import { expect, it } from 'vitest'
import { circlesOf, importsIn } from './imports'

/** A folder is a room; each file beside the folders is one, too: some lie below the folders (`files.ts`), some above (`table.ts`). */
const roomOf = (file: string) => file.split('/')[0] ?? ''

it('no rooms of common import each other in a circle', () => {
  const imports = importsIn('src/common')
  expect(imports.length).toBeGreaterThan(400)
  expect(circlesOf(imports, roomOf)).toEqual([])
  const back = { from: 'sync/shapes.ts', to: 'api/client/errors.ts' }
  expect(circlesOf([...imports, back], roomOf)).toEqual([['api', 'sync']])
})

it('no formats import each other in a circle, nor what lies below or above all of them', () => {
  const imports = importsIn('src/common/formats')
  expect(imports.length).toBeGreaterThan(200)
  expect(circlesOf(imports, roomOf)).toEqual([])
  const back = { from: 'json/read.ts', to: 'sheet/config-format.ts' }
  expect(circlesOf([...imports, back], roomOf)).toEqual([['json', 'sheet', 'structured']])
})
