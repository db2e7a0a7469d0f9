/** Fields and boxes keep their letters; so does whatever lies over the page. */
export function keysAreTaken(event: Event): boolean {
  const target = event.target as HTMLElement | null
  if (!target?.closest) return false
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="combobox"]')) return true
  return document.querySelector('.ant-drawer-open, dialog[open], .menu') !== null
}
