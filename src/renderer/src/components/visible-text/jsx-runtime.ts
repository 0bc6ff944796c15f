import type { ElementType, Key, ReactElement } from 'react'
import { jsx as make, jsxs as makeList } from 'react/jsx-runtime'
import { shown } from './shown'

export { Fragment } from 'react/jsx-runtime'

/**
 * What JSX becomes in the built window, our own and that of libraries: React's, with texts as people see
 * them.
 */
export const jsx = (type: ElementType, props: unknown, key?: Key): ReactElement =>
  make(type, shown(type, props), key)

/** The same for several children. */
export const jsxs = (type: ElementType, props: unknown, key?: Key): ReactElement =>
  makeList(type, shown(type, props), key)
