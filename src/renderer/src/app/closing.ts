import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { useEffect } from 'react'
import { flushAll, hasUnsaved } from '../features/documents'
import { desktop } from './bridge'

const lastWork = new Set<() => Promise<unknown>>()

/**
 * What is to be on the disk before the window goes, apart from documents.
 * @returns a function that takes it back
 */
export function beforeClosing(work: () => Promise<unknown>): () => void {
  lastWork.add(work)
  return () => lastWork.delete(work)
}

/** Nothing typed is lost when a window closes: it saves first, and asks only when that is impossible. */
export function useClosing(): void {
  useEffect(() => {
    const bridge = desktop()
    if (bridge) {
      return bridge.on('closing', () => {
        void saveEverything(() => void bridge.call('closeHold')).then((ready) => {
          if (ready) void bridge.call('closeReady')
        })
      })
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}

/**
 * Saves all documents; when one cannot be saved, asks. Resolves to whether the window may go.
 * @param onAsk runs before the person is asked
 */
export async function saveEverything(onAsk?: () => void): Promise<boolean> {
  await Promise.allSettled([...lastWork].map((work) => work()))
  if (await flushAll()) return true
  onAsk?.()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Some changes are not saved yet',
      children: createElement(
        'p',
        { style: { margin: 0 } },
        'The service did not take them. They are kept as a draft on this computer and come back when you open the document again.'
      ),
      labels: { confirm: 'Close anyway', cancel: 'Stay here' },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false)
    })
  })
}
