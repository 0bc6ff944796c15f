/** What a picture is to become. */
interface Wanted {
  /** Dots that the longer side has then at most. */
  readonly most: number
  /** Media type. */
  readonly type: string
}

/** What is asked of the worker. */
export interface Shrinking extends Wanted {
  readonly picture: Blob
}

/** As good as one sees. */
const QUALITY = 0.85

/** The picture with at most so many dots; null where it cannot be read, or not be written so. */
export async function shrink({ picture, most, type }: Shrinking): Promise<Blob | null> {
  const drawn = await createImageBitmap(picture).catch(() => null)
  if (!drawn) return null
  try {
    const scale = Math.min(1, most / Math.max(drawn.width, drawn.height))
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(drawn.width * scale)),
      Math.max(1, Math.round(drawn.height * scale))
    )
    const context = canvas.getContext('2d')
    if (!context) return null
    context.imageSmoothingQuality = 'high'
    context.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type, quality: QUALITY })
    return blob.type === type ? blob : null
  } catch {
    return null
  } finally {
    drawn.close()
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * The same on a thread of its own, which ends with it, and one picture after another: each may take hundreds
 * of megabytes while it is drawn.
 * @param read the picture when it is its turn; words instead of one are handed on
 */
export function shrunk(read: () => Promise<Blob | string>, wanted: Wanted): Promise<Blob | string | null> {
  const next = last.then(async () => {
    const picture = await read()
    return typeof picture === 'string' ? picture : onThread({ ...wanted, picture })
  })
  last = next.catch(() => undefined)
  return next
}

async function onThread(shrinking: Shrinking): Promise<Blob | null> {
  const { default: ShrinkWorker } = await import('./shrunk.worker?worker')
  const worker = new ShrinkWorker()
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data))
      // out of memory, say
      worker.addEventListener('error', () => resolve(null))
      worker.postMessage(shrinking)
    })
  } finally {
    worker.terminate()
  }
}
