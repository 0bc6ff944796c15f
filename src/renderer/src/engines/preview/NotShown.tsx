import { IconEyeOff } from '@tabler/icons-react'
import { State } from '../../components/State'

/**
 * In place of a page that is too much for a window (X5): which bound it breaks, and that its source is there.
 */
export function NotShown({ why }: { readonly why: string }) {
  return (
    <State icon={<IconEyeOff size={20} />} title="This page cannot be shown as its readers see it">
      {why}
    </State>
  )
}
