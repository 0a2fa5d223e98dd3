import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly (readonly [name: Name, title: string])[];
  readonly current: Name;
  readonly onChoose: (name: Name) => void;
  /** Beside the tabs. */
  readonly actions?: ComponentChildren;
  /** Renders the panel of the current tab with these attributes. */
  readonly children: (panel: PanelAttributes) => ComponentChildren;
}

/** The attributes that connect a panel with its tab. */
export interface PanelAttributes {
  readonly id: string;
  readonly role: 'tabpanel';
  readonly 'aria-labelledby': string;
}

/** Tabs with one panel (WAI-ARIA Authoring Practices, "Tabs With Automatic Activation"). */
export function Tabs<Name extends string>({ label, tabs, current, onChoose, actions, children }: TabsProps<Name>) {
  const panel = useId();
  const choose = (index: number) => {
    const [name] = tabs.at(index % tabs.length) ?? [];
    if (name === undefined) return;
    onChoose(name);
    document.getElementById(`${panel}-${name}`)?.focus();
  };
  return (
    <>
      <div class="tabs-head">
        <div class="tabs" role="tablist" aria-label={label}>
          {tabs.map(([name, title], index) => (
            <button
              key={name}
              id={`${panel}-${name}`}
              type="button"
              role="tab"
              class="tab"
              aria-selected={name === current}
              aria-controls={panel}
              tabIndex={name === current ? 0 : -1}
              onClick={() => onChoose(name)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowRight') choose(index + 1);
                if (key === 'ArrowLeft') choose(index - 1);
              }}
            >
              {title}
            </button>
          ))}
        </div>
        {actions}
      </div>
      {children({ id: panel, role: 'tabpanel', 'aria-labelledby': `${panel}-${current}` })}
    </>
  );
}
