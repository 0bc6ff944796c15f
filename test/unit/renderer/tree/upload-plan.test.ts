import { describe, expect, it } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import {
  browserLimit,
  planUpload,
  resolvedUpload,
  type Incoming
} from '../../../../src/renderer/src/features/tree/upload-plan'

const folder = contentPath('/org/site/media')
const incoming = (path: string, size = 3): Incoming => {
  const way = path.split('/')
  const name = way.pop() ?? ''
  return { way, name, size, file: new File([], name) }
}
const there: Readonly<Record<string, readonly string[]>> = {
  '/org/site/media': ['logo.svg', 'Photos'],
  '/org/site/media/Photos': ['dawn.jpg', 'dawn-2.jpg']
}
const plan = (...paths: string[]) =>
  planUpload(
    paths.map((path) => incoming(path)),
    folder,
    (at) => Promise.resolve(there[at] ?? [])
  )
const targets = (planned: readonly { readonly to: string }[]) =>
  planned.map(({ to }) => to.slice(folder.length + 1))

describe('upload', () => {
  it('S1 tells new files from those whose name is taken, in every folder', async () => {
    const made = await plan('new.png', 'logo.svg', 'photos/dawn.jpg', 'photos/dusk.jpg', 'fresh/deep/a.png')
    expect(targets(made.fresh)).toEqual(['new.png', 'Photos/dusk.jpg', 'fresh/deep/a.png'])
    expect(targets(made.clashing)).toEqual(['logo.svg', 'Photos/dawn.jpg'])
  })

  it('N5 takes a name that differs only by case as the existing one', async () => {
    const made = await plan('LOGO.SVG')
    expect(targets(made.clashing)).toEqual(['logo.svg'])
  })

  it('N5 keeps two dropped files whose names differ only by case apart', async () => {
    const made = await plan('a.png', 'A.png')
    expect(targets(made.fresh)).toEqual(['a.png'])
    expect(targets(made.clashing)).toEqual(['a.png'])
    expect(targets(resolvedUpload(made, 'keep-both'))).toEqual(['a.png', 'a-2.png'])
  })

  it('S1 replaces, keeps both or skips as the person chose', async () => {
    const made = await plan('new.png', 'photos/dawn.jpg')
    expect(targets(resolvedUpload(made, 'skip'))).toEqual(['new.png'])
    expect(targets(resolvedUpload(made, 'replace'))).toEqual(['new.png', 'Photos/dawn.jpg'])
    expect(targets(resolvedUpload(made, 'keep-both'))).toEqual(['new.png', 'Photos/dawn-3.jpg'])
  })

  it('S1 leaves out what cannot be kept, and says why', async () => {
    const made = await planUpload(
      [
        incoming('.DS_Store'),
        incoming('README'),
        incoming('.git/config.txt'),
        incoming('film.mp4', browserLimit.most + 1)
      ],
      folder,
      () => Promise.resolve([]),
      browserLimit
    )
    expect(made.fresh).toEqual([])
    expect(made.refused.map(({ name, why }) => `${name}: ${why}`)).toEqual([
      '.DS_Store: hidden files are left out',
      'README: a file needs an extension',
      '.git/config.txt: hidden files are left out',
      `film.mp4: ${browserLimit.why}`
    ])
  })
})
