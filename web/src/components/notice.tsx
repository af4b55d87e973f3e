import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons';

/** Shown in place of rows, with the reason. */
export function Notice(props: { icon: IconName; tone?: string; title: string; children?: ComponentChildren }) {
  return (
    <div class={`notice ${props.tone ? `is-${props.tone}` : ''}`}>
      <Icon name={props.icon} />
      <div>
        <strong>{props.title}</strong>
        {props.children && <div class="notice-text">{props.children}</div>}
      </div>
    </div>
  );
}
