import { modals } from '@mantine/modals'
import { createElement } from 'react'
import { awaitField } from '../../workbench/typing-ahead'
import { SetAside } from './SetAside'

/** Shows what was set aside in the open workspace (W9). */
export function showSetAside(): void {
  awaitField()
  modals.open({ title: 'What was set aside', size: 760, children: createElement(SetAside) })
}
