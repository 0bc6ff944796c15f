import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { WishList } from './WishList'

/** Shows who asks for what, to be answered. */
export function showWishes(): void {
  const id = modals.open({
    title: 'Who asks for access',
    size: 640,
    children: createElement(WishList, { onDone: () => modals.close(id) })
  })
}
