import { useEffect } from 'react'
import type { DocumentSession } from '../../../documents'
import { remotePictures } from '../../../engines/page/images/remote'
import type { PageSurface } from '../../../engines/page/surface'
import { registerCommands, type Command } from '../../../workbench/commands/commands'
import { useRead } from '../../../state/signal'
import { pictureCommandNames } from './command-names'
import {
  chooseFocal,
  describePicture,
  fetchPictures,
  insertFiles,
  insertPicture,
  openPicture,
  pictureAt,
  removeAt,
  replacePicture
} from './picture-actions'
import { picturesOf } from './uploads'
import { words } from './words'

/** The commands of pictures, and who takes those in that are dropped and pasted. */
export function usePictures(session: DocumentSession, surface: PageSurface): void {
  const uploads = picturesOf(session)
  const hasFailed = useRead(uploads.changed, () => uploads.failed() > 0)
  useEffect(() => {
    uploads.resume()
    return surface.givenPictures.subscribe((given) => void uploads.take(given))
  }, [uploads, surface])
  useEffect(() => {
    const isWritable = () => surface.can(() => true)
    const named = (
      id: keyof typeof pictureCommandNames,
      rest: Pick<Command, 'enabled' | 'run'>
    ): Command => ({
      id,
      ...pictureCommandNames[id],
      ...rest
    })
    const ofPicture = (id: keyof typeof pictureCommandNames, run: (at: number) => void): Command =>
      named(id, {
        enabled: () => pictureAt(surface) !== null && isWritable(),
        run: () => {
          const at = pictureAt(surface)
          if (at !== null) run(at)
        }
      })
    return registerCommands([
      named('page.image', { enabled: isWritable, run: () => insertPicture(session, surface) }),
      named('page.image-files', { enabled: isWritable, run: () => insertFiles(session, surface) }),
      ofPicture('page.describe-image', () => describePicture(surface)),
      ofPicture('page.replace-image', (at) => replacePicture(session, surface, at)),
      ofPicture('page.image-focal', (at) => chooseFocal(session, surface, at)),
      named('page.open-image', {
        enabled: () => pictureAt(surface) !== null,
        run: () => {
          const at = pictureAt(surface)
          if (at !== null) openPicture(session, surface, at)
        }
      }),
      ofPicture('page.remove-image', (at) => {
        if (surface.run(removeAt(at))) surface.said.notify(words.removed)
      }),
      named('page.fetch-images', {
        enabled: () => isWritable() && surface.state !== null && remotePictures(surface.state.doc).length > 0,
        run: () => fetchPictures(session, surface, false)
      }),
      named('page.retry-images', { enabled: () => hasFailed, run: () => uploads.retry() }),
      named('page.drop-images', { enabled: () => hasFailed, run: () => uploads.dropFailed() })
    ])
  }, [session, surface, uploads, hasFailed])
}
