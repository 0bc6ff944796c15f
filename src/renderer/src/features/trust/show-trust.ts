import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { notify } from '../../workbench/toast'
import { awaitField } from '../../workbench/typing-ahead'
import { TrustDialog } from './TrustDialog'
import { setTrusted, trustNow } from './trust-store'
import { linesOf, words } from './words'

/** Shows what hangs on the trust of the open workspace. */
export function showTrust(): void {
  const info = trustNow()
  if (!info) return
  awaitField()
  const id = modals.open({
    title: info.state === 'restricted' ? 'What this workspace would do' : 'What this workspace may do',
    size: 640,
    children: createElement(TrustDialog, { info, onDone: () => modals.close(id) })
  })
}

/** Trusts the open workspace; first its person sees what it would do, if it would do anything. */
export function trustIt(): void {
  const info = trustNow()
  if (!info) return
  if (linesOf(info.wouldDo).length > 0) showTrust()
  else
    void setTrusted(true).then((done) => {
      if (done) notify(words.trusted)
    })
}
