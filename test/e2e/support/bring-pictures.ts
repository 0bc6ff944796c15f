import type { Page } from 'playwright-core'
import { page as surface } from './screen'

/** A picture that is drawn for a test. */
export interface Drawn {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Null: of dots by chance, so that it takes as much room as a photo. */
  readonly colour: string | null
}

/** Brings pictures, drawn here with real bytes, to the words that are shown: by a drop on them, or by a paste. */
export async function bringPictures(
  page: Page,
  how: 'drop' | 'paste',
  words: string,
  ...files: readonly Drawn[]
): Promise<void> {
  await surface(page)
    .getByText(words)
    .first()
    .evaluate(
      async (element, { files, how }) => {
        const data = new DataTransfer()
        for (const { name, colour, width, height } of files) {
          const canvas = new OffscreenCanvas(width, height)
          const context = canvas.getContext('2d')
          if (!context) throw new Error('no canvas')
          if (colour === null) {
            const tile = new ImageData(512, 512)
            for (let at = 0; at < tile.data.length; at += 65_536)
              crypto.getRandomValues(tile.data.subarray(at, at + 65_536))
            for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 255
            const pattern = context.createPattern(await createImageBitmap(tile), 'repeat')
            if (pattern) context.fillStyle = pattern
          } else context.fillStyle = colour
          context.fillRect(0, 0, width, height)
          const type = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png'
          data.items.add(new File([await canvas.convertToBlob({ type, quality: 0.9 })], name, { type }))
        }
        const range = document.createRange()
        range.selectNodeContents(element)
        const { left, top, height } = range.getBoundingClientRect()
        const at = { clientX: left + 1, clientY: top + height / 2, bubbles: true, cancelable: true }
        if (how === 'paste')
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
        else
          for (const kind of ['dragenter', 'dragover', 'drop'])
            element.dispatchEvent(new DragEvent(kind, { ...at, dataTransfer: data }))
      },
      { files, how }
    )
}
