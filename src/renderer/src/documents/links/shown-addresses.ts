/** What is no document, and has addresses in it: a config. */
interface AddressView {
  /** The one that has the keyboard; null for none. */
  readonly address: () => string | null
  readonly follow: (address: string) => void
}

let front: AddressView | null = null

/** It is shown from now on. @returns a function that says it no longer is */
export function showAddresses(view: AddressView): () => void {
  front = view
  return () => {
    if (front === view) front = null
  }
}

/** What is shown of it now. */
export const addressesShown = (): AddressView | null => front
