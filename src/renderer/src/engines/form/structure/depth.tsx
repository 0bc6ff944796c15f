import { createContext, createElement, useContext, type ReactNode } from 'react'
import classes from './structure.module.css'

const Depth = createContext(0)
export const DepthProvider = Depth.Provider

/** How many sections and items a part of the form lies in. */
export function useDepth(): number {
  return useContext(Depth)
}

/** From this depth on nothing is indented any more. */
export const isDeep = (depth: number): boolean => depth >= 6

/** The heading of a section: `h2` below the document's title, then `h3` …; headings end at six. */
export function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  return createElement(`h${Math.min(6, depth + 2)}`, { className: classes.heading }, children)
}
