// Another page of a list begins at its top, for the eye and for the keyboard, though the buttons that lead to it are at its end.
export function toTop({ currentTarget }: { currentTarget: Element }): void {
  const list = currentTarget.closest<HTMLElement>('section, main')
  if (list === null) return
  list.tabIndex = -1
  list.focus({ preventScroll: true })
  list.scrollIntoView()
}
