import { useCallback } from 'react'
import { useForm } from '../form-context'

/** Lets the navigation know when this group is scrolled to. @returns a ref for the group's element */
export function useGroup(): (element: HTMLElement | null) => (() => void) | undefined {
  const { spy } = useForm()
  return useCallback((element: HTMLElement | null) => (element ? spy.watch(element) : undefined), [spy])
}
