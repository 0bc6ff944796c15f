import type { ContentPath } from '../../../../../common/content/paths'
import { currentWorkspace, reasonOf, sentenceOf } from '../../../api'
import { asJob } from '../../../workbench/jobs'
import { notifyFailure } from '../../../workbench/toast'
import { pictureAddress, pictureFolder } from './picture-address'
import { askForPicture } from './PictureDialog'
import { sendPicture } from './send-picture'
import { asWanted } from './smaller-question'
import { words } from './words'

interface ChooseAddress {
  readonly title: string
  readonly page: ContentPath
  /** The page writes a picture so that stands in its folder or elsewhere in its site. */
  readonly onChoose: (address: string) => void
  readonly onClose: () => void
}

/**
 * Asks for a picture of the site, or for one of this computer, which comes into the folder of the page first
 * (VE15).
 */
export function choosePictureAddress({ title, page, onChoose, onClose }: ChooseAddress): void {
  const own = pictureFolder(page, currentWorkspace()?.serviceFolder ?? '')
  const take = (picture: ContentPath) => {
    const address = pictureAddress(picture, page, own)
    if (address !== null) onChoose(address)
  }
  askForPicture({
    title,
    page,
    own,
    several: false,
    onClose,
    onChoose: (chosen) => {
      if ('path' in chosen) return take(chosen.path)
      const [file] = chosen.files
      if (file) void upload(file, own).then((path) => path && take(path))
    }
  })
}

/** @returns null when it was given up, or failed and that was said */
async function upload(file: File, folder: ContentPath): Promise<ContentPath | null> {
  const wanted = await asWanted([file])
  if (wanted === null) return null
  const sent = wanted.get(file) ?? file
  const job = { title: words.job(file.name), total: sent.size, unit: 'bytes' } as const
  try {
    return await asJob(job, (onProgress, signal) =>
      sendPicture(sent, { folder: () => folder, signal, onProgress })
    )
  } catch (error) {
    if (reasonOf(error) !== 'cancelled') notifyFailure(words.notInserted, sentenceOf(error))
    return null
  }
}
