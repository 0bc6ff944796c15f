import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './support/axe'
import { without } from './support/capabilities'
import { request } from './support/content'
import { openDesk } from './support/desk'
import { prepareSite, treeItem } from './support/screen'
import { waitFor } from './support/wait'

const desk = openDesk()
const site = '/harbour/web'

/** A picture of one colour, as a file's bytes. */
function picture(page: Page, colour: string, width: number): Promise<number[]> {
  return page.evaluate(
    async ({ colour, width }) => {
      const canvas = new OffscreenCanvas(width, 40)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = colour
      context.fillRect(0, 0, width, 40)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { colour, width }
  )
}

/** A short film, recorded from a canvas. */
function film(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 48
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 12; frame++) {
      if (context) context.fillStyle = `hsl(${frame * 30} 80% 50%)`
      context?.fillRect(0, 0, 64, 48)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
}

async function upload(page: Page, path: string, bytes: readonly number[]): Promise<void> {
  const status = await page.evaluate(
    async ({ path, bytes }) => {
      const headers = { 'Content-Type': 'application/octet-stream' }
      return (await fetch(`/source${path}`, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status
    },
    { path, bytes: [...bytes] }
  )
  expect(status).toBe(201)
}

describe.skipIf(without.electron)('pictures and films in the window', () => {
  it('E4 a picture is replaced in its place, and the former one comes back from the trash; a film is shown', async () => {
    const { page } = await desk.launchBlank()
    await prepareSite(page, { [`${site}/home.html`]: '<p>home</p>\n' })
    await upload(page, `${site}/pier.png`, await picture(page, 'red', 60))
    await upload(page, `${site}/waves.webm`, await film(page))

    await treeItem(page, 'pier.png').dblclick()
    const shown = page.getByRole('img', { name: 'pier.png' })
    const width = () =>
      shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
    await waitFor('the picture', async () => (await shown.count()) === 1 && (await width()) === 60)
    // it is said for some seconds only
    const told = page.getByText('pier.png is replaced.').waitFor()
    await page.getByLabel('Another file in its place').setInputFiles({
      name: 'other.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture(page, 'blue', 90))
    })
    await waitFor('the other picture', async () => (await width()) === 90)
    await told
    await expectAccessible(page, 'a picture in its tab')
    const trash = await request(page, 'GET', `/trash${site}`)
    expect(JSON.parse(trash.text)).toMatchObject([{ path: `${site}/pier.png`, cause: 'replaced' }])
    const [{ id }] = JSON.parse(trash.text) as [{ id: string }]
    await request(page, 'POST', `/trash${site}/${id}/restore`)
    await waitFor('the former picture', async () => (await width()) === 60)

    await treeItem(page, 'waves.webm').dblclick()
    const player = page.locator('video')
    await waitFor('the film', () =>
      player.evaluate((video) => video instanceof HTMLVideoElement && video.videoWidth === 64)
    )
    expect(
      await player.evaluate((video) => (video instanceof HTMLVideoElement ? video.error : 'none'))
    ).toBeNull()
    await expectAccessible(page, 'a film in its tab')
  })
})
