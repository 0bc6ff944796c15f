import { expect, test } from 'vitest'
import { chooseFiles } from '../../../../src/renderer/src/workbench/choose-files'

const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')]

test('E15 whoever asks for files waits in the page until the person has chosen, so that the choice comes to somebody', async () => {
  const chosen = chooseFiles({ accept: 'image/*', several: true })
  const [field] = fields()
  expect(field).toMatchObject({ accept: 'image/*', multiple: true, hidden: true })
  const file = new File(['a'], 'a.png')
  Object.defineProperty(field, 'files', { value: [file] })
  field?.dispatchEvent(new Event('change'))
  expect(await chosen).toEqual([file])
  expect(fields()).toEqual([])
})

test('E15 a dialog that is cancelled gives no file, and leaves nothing', async () => {
  const chosen = chooseFiles({ folder: true })
  fields()[0]?.dispatchEvent(new Event('cancel'))
  expect(await chosen).toEqual([])
  expect(fields()).toEqual([])
})
