import { expect, it } from 'vitest'
import { circlesOf, importsIn } from './imports'

/** A folder of a format is a room; each file above them is one, too: some lie below the folders (`files.ts`), some above (`table.ts`). */
const formatRoomOf = (file: string) => file.split('/')[0] ?? ''

it('no formats import each other in a circle, nor what lies below or above all of them', () => {
  const imports = importsIn('src/common/formats')
  expect(imports.length).toBeGreaterThan(200)
  expect(circlesOf(imports, formatRoomOf)).toEqual([])
  const back = { from: 'json/read.ts', to: 'sheet/config-format.ts' }
  expect(circlesOf([...imports, back], formatRoomOf)).toEqual([['json', 'sheet', 'structured']])
})
