import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contentPath } from '../../../../src/common/content/paths'
import { GalleyError } from '../../../../src/common/errors'
import { api } from '../../../../src/renderer/src/api'
import { FocalForm } from '../../../../src/renderer/src/features/page/images/focal-point'
import {
  pictureAddress,
  pictureFolder
} from '../../../../src/renderer/src/features/page/images/picture-address'
import { PictureDialog } from '../../../../src/renderer/src/features/page/images/PictureDialog'
import { pictureNameOf } from '../../../../src/renderer/src/features/page/images/send-picture'
import { isMoving } from '../../../../src/renderer/src/features/page/images/smaller'
import { SmallerQuestion } from '../../../../src/renderer/src/features/page/images/smaller-question'
import { brokenRules, renderInApp } from '../render'

const page = contentPath('/harbour/web/docs/über uns.html')
const own = contentPath('/harbour/web/docs/.über uns')

class NoIntersection {
  observe() {}
  disconnect() {}
}

/** A site of these files, as lists tell them. */
function siteOf(files: readonly string[], refused: readonly string[] = []) {
  vi.spyOn(api, 'list').mockImplementation(async (folder) => {
    if (refused.includes(folder)) throw new GalleyError('forbidden', 'Not yours.')
    const names = new Set(
      files
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1).split('/')[0] ?? '')
    )
    return [...names]
      .filter((name) => !name.startsWith('.'))
      .map((name) => ({
        path: `${folder}/${name}`,
        name,
        ...(files.includes(`${folder}/${name}`) ? { ext: name.split('.').at(-1) ?? '' } : {})
      }))
  })
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', NoIntersection))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the dialog in which a picture is chosen', () => {
  it('VE11 shows those of the page first, then those of every folder that may be seen, and is found by words', async () => {
    siteOf(
      [
        '/harbour/web/docs/.über uns/team.png',
        '/harbour/web/media/boats/sloop.jpg',
        '/harbour/web/media/notes.txt',
        '/harbour/web/quay.svg',
        '/harbour/web/secret/plan.png'
      ],
      ['/harbour/web/secret']
    )
    const chosen: unknown[] = []
    renderInApp(<PictureDialog page={page} own={own} several onChoose={(one) => chosen.push(one)} />)
    await waitFor(() => expect(screen.queryByText('Looking for pictures…')).toBeNull())
    const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(names()).toEqual(['team.pngof this page', 'quay.svg/', 'sloop.jpg/media/boats'])
    expect(await brokenRules()).toEqual([])
    const field = screen.getByRole('textbox', { name: 'Search the pictures of this site' })
    fireEvent.change(field, { target: { value: 'MEDIA sloop' } })
    expect(names()).toEqual(['sloop.jpg/media/boats'])
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toContain('sloop.jpg')
    act(() => screen.getByRole('button', { name: /sloop/ }).click())
    expect(chosen).toEqual([{ path: '/harbour/web/media/boats/sloop.jpg' }])
    fireEvent.change(field, { target: { value: 'nothing' } })
    screen.getByText('No picture has these words in its name or folder.')
  })

  it('VE11 says that a site has none, and when it cannot be listed', async () => {
    siteOf([])
    renderInApp(<PictureDialog page={page} own={own} several onChoose={() => {}} />)
    await screen.findByText(/This site has no pictures yet/)
    cleanup()
    vi.spyOn(api, 'list').mockRejectedValue(new GalleyError('unreachable', 'The service does not answer.'))
    renderInApp(<PictureDialog page={page} own={own} several onChoose={() => {}} />)
    await screen.findByText('The pictures of this site could not be listed. The service does not answer.')
  })
})

describe('the dialogs of one picture', () => {
  it('VE11 a focal point goes with the arrows, stays in the picture, and can be taken away', async () => {
    const done: unknown[] = []
    const url = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
    renderInApp(<FocalForm url={url} page={page} focal={{ x: 97, y: 3 }} onDone={(one) => done.push(one)} />)
    const point = () => screen.getByRole('button', { name: /^Focal point/ })
    for (const key of ['ArrowRight', 'ArrowUp']) fireEvent.keyDown(point(), { key, shiftKey: true })
    expect(point().getAttribute('aria-label')).toBe('Focal point: 100 % from the left, 0 % from the top')
    fireEvent.keyDown(point(), { key: 'ArrowLeft' })
    expect(await brokenRules()).toEqual([])
    for (const name of ['Set', 'No focal point', 'Cancel']) act(() => screen.getByText(name).click())
    expect(done).toEqual([{ x: 99, y: 0 }, null, undefined])
  })

  it('VE11 large pictures are named with their size, and may stay as they are', async () => {
    const answers: unknown[] = []
    const file = new File(['x'.repeat(3_100_000)], 'Big.jpg')
    renderInApp(
      <SmallerQuestion large={[{ file, width: 6000, height: 4000 }]} onChoose={(one) => answers.push(one)} />
    )
    screen.getByText(/6,000 × 4,000 dots, 3\.1 MB/)
    expect(await brokenRules()).toEqual([])
    for (const name of ['Keep as it is', 'Make smaller']) act(() => screen.getByText(name).click())
    expect(answers).toEqual(['keep', 'smaller'])
  })
})

describe('what a picture is to a page', () => {
  it('VE11 its address begins at the page where it is its own, else at the root of the site', () => {
    const folder = pictureFolder(page, 'galley')
    expect(folder).toBe(own)
    const address = (path: string) => pictureAddress(contentPath(path), page, folder)
    expect(address('/harbour/web/docs/.über uns/a b.png')).toBe('./.%C3%BCber%20uns/a%20b.png')
    expect(address('/harbour/web/media/50%.png')).toBe('/media/50%25.png')
    expect(address('/harbour/other/media/a.png')).toBeNull()
    // a page whose folder would be somebody else's keeps its pictures beside itself
    const odd = contentPath('/harbour/web/galley.html')
    expect(pictureFolder(odd, 'galley')).toBe('/harbour/web')
    expect(pictureAddress(contentPath('/harbour/web/a.png'), odd, pictureFolder(odd, 'galley'))).toBe(
      './a.png'
    )
  })

  it('VE11 VE10 a file has a clean name and an extension of a picture, or is none', () => {
    const name = (given: string, type = '') => pictureNameOf(new File(['x'], given, { type }))
    expect(name('The Pier (1).JPG')).toBe('the-pier-1.jpg')
    expect(name('../../up.png')).toBe('up.png')
    expect(name('picture', 'image/webp')).toBe('picture.webp')
    expect(name('notes.txt', 'text/plain')).toBeNull()
    expect(name('photo.heic', 'image/heic')).toBeNull()
    expect(name('page.html')).toBeNull()
  })

  it('VE11 what moves is told by its first bytes, and broken bytes are no reason to fail', () => {
    const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    const chunk = (name: string, size = 0) =>
      `\0\0\0${String.fromCharCode(size)}${name}${'x'.repeat(size)}crc!`
    const png = (...chunks: readonly string[]) => bytes(`\x89PNG\r\n\x1a\n${chunks.join('')}`)
    expect(isMoving(png(chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT')))).toBe(true)
    expect(isMoving(png(chunk('IHDR', 13), chunk('IDAT'), chunk('acTL', 8)))).toBe(false)
    expect(isMoving(bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\x02'))).toBe(true)
    expect(isMoving(bytes('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\x10'))).toBe(false)
    for (const odd of ['', '\x89PNG', '\x89PNG\r\n\x1a\n\xff\xff\xff\xffacT', 'RIFF'])
      expect(isMoving(bytes(odd))).toBe(false)
  })
})
