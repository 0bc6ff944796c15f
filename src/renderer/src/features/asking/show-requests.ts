import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { RequestList } from './RequestList'

/** Shows who asks for what, to be answered. */
export function showAccessRequests(): void {
  const id = modals.open({
    title: 'Who asks for access',
    size: 640,
    children: createElement(RequestList, { onDone: () => modals.close(id) })
  })
}
