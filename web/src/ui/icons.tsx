const paths = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
  flip: 'M7 4v14M7 4L3.5 8M7 4l3.5 4M17 20V6M17 20l-3.5-4M17 20l3.5-4',
  flag: 'M6 21V4M6 4h11l-2.5 4L17 12H6',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M5 19l1.7-1.7M17.3 6.7L19 5',
  moon: 'M19.5 14.5A8 8 0 019.5 4.5a8 8 0 1010 10z',
  contrast: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  crown: 'M4 18.5h16M4.5 15.5L3 7l5 4 4-6.5 4 6.5 5-4-1.5 8.5z',
  check: 'M5 12.5l4.5 4.5L19 7',
  hourglass: 'M7 3h10M7 21h10M8 3v3.5L12 11l4-4.5V3M8 21v-3.5L12 13l4 4.5V21',
  more: 'M5 11.2a.8.8 0 100 1.6.8.8 0 000-1.6zM12 11.2a.8.8 0 100 1.6.8.8 0 000-1.6zM19 11.2a.8.8 0 100 1.6.8.8 0 000-1.6z',
  draw: 'M6 8v-3M4.5 5.5L6 5M5 20L19 4M14 15.5a2.5 2.5 0 014.5 1.5c0 1.5-4.5 3.5-4.5 4.5H19',
  takeback: 'M9 5L4 10l5 5M4 10h10a6 6 0 010 12h-2',
  talk: 'M4 5h16v11H11l-4.5 4v-4H4z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  bell: 'M6 16.5V11a6 6 0 0112 0v5.5l1.5 1.5h-15zM10 20.5a2 2 0 004 0',
  person: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  copy: 'M9 9h10v11H9zM5 15V4h10',
};

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
