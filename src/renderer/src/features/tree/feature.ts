import { memo } from 'react'
import type { Feature } from '../../workbench/contributions'
import { Sidebar } from './Sidebar'

/** The sidebar brings the commands of the tree, and what the palette finds. */
export const feature: Feature = { parts: { sidebar: memo(Sidebar) } }
