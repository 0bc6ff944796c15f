import { describe, expect, it } from 'vitest'
import { assetFolderOf, pageOfAssetFolder } from '../../../src/common/assets/asset-folder'
import { cleanAssetName, placeForAsset } from '../../../src/common/content/asset-name'
import { checkName, contentPath } from '../../../src/common/content/paths'
import { fc } from '../../support/properties'

const folderOf = (path: string) => assetFolderOf(contentPath(path), 'galley')
const pageOf = (path: string) => pageOfAssetFolder(contentPath(path), 'galley')

describe('the asset folder of a page', () => {
  it('VE10 lies beside its page under its name', () => {
    expect(folderOf('/o/s/docs/about.html')).toBe('/o/s/docs/.about')
    expect(folderOf('/o/s/index.html')).toBe('/o/s/.index')
    expect(folderOf('/o/s/v1.2.html')).toBe('/o/s/.v1.2')
    expect(pageOf('/o/s/docs/.about')).toBe('/o/s/docs/about.html')
  })

  it('VE10 what is no page has none', () => {
    for (const path of ['/o/s/data.json', '/o/s/docs', '/o/s/a.png', '/o/a.html', '/o/s/.html'])
      expect(folderOf(path)).toBeNull()
    for (const path of ['/o/s/docs', '/o/.s', '/']) expect(pageOf(path)).toBeNull()
  })

  it('VE10 the trash of clients and the service folder are no asset folders, in whatever letters', () => {
    for (const path of ['/o/s/trash.html', '/o/s/docs/Trash.html', '/o/s/galley.html', '/o/s/GALLEY.html'])
      expect(folderOf(path)).toBeNull()
    expect(folderOf('/o/s/docs/galley.html')).toBe('/o/s/docs/.galley')
    expect(pageOf('/o/s/.galley')).toBeNull()
    expect(pageOf('/o/s/docs/.trash')).toBeNull()
  })
})

describe('names of new assets', () => {
  it.each([
    ['Strand & Meer 2024 (1).JPG', 'strand-meer-2024-1.jpg'],
    ['Über uns.PNG', 'uber-uns.png'],
    ['Йод.webp', 'йод.webp'],
    ['写真 1.heic', '写真-1.heic'],
    ['.hidden.svg', 'hidden.svg'],
    ['archive.tar.gz', 'archive-tar.gz'],
    ['../../etc/passwd.png', 'etc-passwd.png'],
    ['a\u202egnp.png', 'a-gnp.png'],
    ['????.png', 'file.png'],
    ['', 'file']
  ])('VE10 %j is stored as %j', (name, clean) => {
    expect(cleanAssetName(name)).toBe(clean)
  })

  it('VE10 a name without extension gets the one that is told', () => {
    expect(cleanAssetName('Screenshot', 'png')).toBe('screenshot.png')
    expect(cleanAssetName('photo.JPEG', 'png')).toBe('photo.jpeg')
    expect(cleanAssetName('End. ', 'png')).toBe('end.png')
  })

  it('VE10 every name becomes one that can be stored, shows in lists and stays as it is when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanAssetName(name, 'png')
        expect(checkName(clean)).toBe(clean)
        expect(clean).toMatch(/^[^\s./\\][^\s/\\]*\.[^\s.]+$/u)
        expect(cleanAssetName(clean, 'png')).toBe(clean)
      })
    )
  })

  it('VE10 the same bytes stay one file, and other bytes under a taken name get a number', () => {
    const there = [
      { name: 'photo.jpg', hash: 'a' },
      { name: 'Photo-2.JPG', hash: 'b' },
      { name: 'unknown.png', hash: null }
    ]
    expect(placeForAsset('photo.jpg', 'a', there)).toEqual({ name: 'photo.jpg', isThere: true })
    expect(placeForAsset('other.jpg', 'a', there)).toEqual({ name: 'photo.jpg', isThere: true })
    expect(placeForAsset('photo.jpg', 'b', there)).toEqual({ name: 'Photo-2.JPG', isThere: true })
    expect(placeForAsset('photo.jpg', 'c', there)).toEqual({ name: 'photo-3.jpg', isThere: false })
    expect(placeForAsset('photo.png', 'a', there)).toEqual({ name: 'photo.png', isThere: false })
    expect(placeForAsset('unknown.png', 'c', there)).toEqual({ name: 'unknown-2.png', isThere: false })
    expect(placeForAsset('new.png', 'c', [])).toEqual({ name: 'new.png', isThere: false })
  })
})
