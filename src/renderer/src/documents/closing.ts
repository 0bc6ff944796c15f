import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { useEffect } from 'react'
import { hasUnsaved, leaveAll, worst, type WordsKept } from '.'
import { desktop } from '../workbench/bridge'

const lastWork = new Set<() => Promise<WordsKept>>()

/**
 * What is to be kept before the window goes, apart from documents: resolves to where it is.
 * @returns a function that takes it back
 */
export function beforeClosing(work: () => Promise<WordsKept>): () => void {
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
  const others = await Promise.all([...lastWork].map((work) => work()))
  // what is saved only when the person says so, and kept on the disk until then, needs no question
  const held = others.reduce<WordsKept>(worst, null)
  const kept = worst(await leaveAll(), held === 'disk' ? null : held)
  if (kept === null) return true
  onAsk?.()
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: 'Some changes are not saved yet',
      children: createElement('p', { style: { margin: 0 } }, whatBecomesOf[kept]),
      labels: { confirm: kept === 'window' ? 'Close and lose them' : 'Close anyway', cancel: 'Stay here' },
      ...(kept === 'disk' ? {} : { confirmProps: { color: 'red' } }),
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false)
    })
  })
}

const whatBecomesOf: Readonly<Record<NonNullable<WordsKept>, string>> = {
  disk: 'The service did not take them. They are kept as a draft on this computer and come back when you open the document again.',
  'while-running':
    'No disk takes them. They are kept only until Galley ends, and come back when you open the document again before that. Make room on the disk first, or save them to a file.',
  window:
    'They are nowhere but in this window: neither the service nor this computer’s disk takes them. Make room on the disk first, or save them to a file.'
}
