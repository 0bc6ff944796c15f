import { useEffect } from 'react'
import { checkBehind } from '../../../engines/page/check/page-check'
import type { PageBuffer } from '../../../engines/page/page-buffer'
import type { PageSurface } from '../../../engines/page/surface'
import { notifyFailure } from '../../../workbench/toast'
import { words } from './words'

/** The page is read back behind the typing; a person is told where it does not say what is shown. */
export function usePageCheck(surface: PageSurface, buffer: PageBuffer): void {
  useEffect(
    () => checkBehind(surface, buffer, () => notifyFailure(words.title, words.sentence)),
    [surface, buffer]
  )
}
