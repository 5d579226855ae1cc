/* Whole rounds of two players solved in C: what the compiled solver is measured against.

   Each line of the input has the two hands as house indices, "0012..." (14 digits each), parted by a
   blank; for each a line comes back: the value for the player who starts, nodes, CPU seconds. It is
   the search of search.py: null windows, bounds, signatures, order of moves, enhanced cut-offs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef int64_t i64; typedef uint64_t u64;
#define PAIRS 0x7F7F7F7F7F7F7F7FLL
#define LIMIT 7
#define CELLS 28
typedef struct { i64 p[4], m[4]; int width, placed; int hand[2]; int seat, out; } Pos; /* out: bit per seat */
static Pos st[40];
#define TB 20
static u64 keys[1<<TB]; static int infos[1<<TB]; /* lo+32 | hi+32<<8 | move<<16 */ static unsigned work[1<<TB];
static u64 nodes;
static inline int pc(i64 x){return __builtin_popcountll((u64)x);}
static inline u64 mixk(u64 h, u64 x){ h ^= x; h *= 0x9E3779B97F4A7C15ULL; h ^= h >> 29; return h; }
static inline int cnt(int hand,int h){return hand>>(4*h)&15;}
static inline int size(int hand){return (hand&15)+(hand>>4&15)+(hand>>8&15)+(hand>>12&15);}
/* The open slots above the bottom row of a house. */
static inline i64 upper(const i64*p,int h,i64 pairs,i64 occ){ i64 x=p[h]; return (((x|x>>1)&pairs)<<8)&~occ; }

typedef struct {u64 key; int lo, hi;} Facts;
static void facts(const Pos*s, Facts*f){
  int mh=s->hand[s->seat], oh=s->hand[1-s->seat];
  int oout = s->out>>(1-s->seat)&1; if(oout) oh=0;
  const i64*b=s->p; i64 occ=s->p[0]|s->p[1]|s->p[2]|s->p[3], mocc=s->m[0]|s->m[1]|s->m[2]|s->m[3];
  int fl=0;
  if(mocc!=occ) fl = mocc<occ; else for(int h=0;h<4;h++) if(s->p[h]!=s->m[h]){ fl = s->m[h]<s->p[h]; break; }
  if(fl){b=s->m; occ=mocc;}
  int size_m=size(mh), size_o=size(oh), d=size(s->hand[1-s->seat])-size_m;
  int am=0, ao=0, free; u64 key=0x123456789ULL; int xmin=1,ymin=0;
  int hm=0,ho=0; i64 rel[4]; i64 u;
  if(s->width==LIMIT){
    i64 r[4]={0,0,0,0}, F=occ;
    i64 row=0xFF00;
    for(int k=1;k<LIMIT;k++,row<<=8){
      i64 pairs=((F&(F>>1)&PAIRS)<<8)&row&~occ;
      if(!pairs) continue;
      for(int h=0;h<4;h++) if(cnt(mh|oh,h)){ i64 S=b[h]|r[h]; i64 add=((S|S>>1)<<8)&pairs; r[h]|=add; F|=add; }
    }
    u=F^occ; free=pc(u);
    for(int h=0;h<4;h++){ int n=pc(r[h]); int a=cnt(mh,h), c=cnt(oh,h); if(a>n)a=n; if(c>n)c=n; am+=a; ao+=c; hm|=a<<4*h; ho|=c<<4*h;
      rel[h]= b[h]&((r[h]>>8)|(r[h]>>7)); }
  } else {
    am=size_m; ao=size_o; free=CELLS-s->placed; hm=mh; ho=oh; u=occ;
    i64 buried=(occ>>8)&(occ>>7);
    for(int h=0;h<4;h++) rel[h]= cnt(mh,h)||cnt(oh,h) ? b[h]&~buried : 0;
    int room=LIMIT-s->width;
    xmin=(room+1)/2; if(xmin>size_m)xmin=size_m; ymin=room/2; if(ymin>size_o)ymin=size_o;
  }
  int xmax=am<free-ymin?am:free-ymin, ymax=ao<free-xmin?ao:free-xmin;
  f->hi = xmax-ymin+2; f->lo = ymax==0? xmin+2 : xmin-ymax-2;
  int v=f->lo+d; if(v>-2&&v<2) f->lo=2-d;
  v=f->hi+d; if(v>-2&&v<2) f->hi=-2-d;
  key=mixk(key,u); for(int h=0;h<4;h++) key=mixk(key,rel[h]);
  key=mixk(key,(u64)hm|(u64)ho<<16|(u64)(oout|(s->width==LIMIT)<<1)<<32);
  f->key=key^key>>32;
}
static inline void store(u64 key,int lo,int hi,int mv,unsigned w){
  u64 i=key&((1<<TB)-1);
  u64 j=i^1;
  if(keys[i]!=key){ if(keys[j]==key) i=j; else if(work[j]<work[i]) i=j; }
  keys[i]=key; infos[i]=(lo+32)|(hi+32)<<8|mv<<16; work[i]=w;
}
static inline int probe(u64 key){ u64 i=key&((1<<TB)-1); if(keys[i]==key) return infos[i]; if(keys[i^1]==key) return infos[i^1]; return 0; }
/* code: house<<6 | cell ; bottom: left end cell 63, right end cell 62 */
/* returns 1 if round over */
static int play(const Pos*a, Pos*c, int code, int*own, int*opp){
  int h=code>>6, cell=code&63, s=a->seat; *c=*a;
  if(cell==63){ for(int k=0;k<4;k++) c->p[k]<<=1; c->p[h]|=1; c->m[h]|=1LL<<a->width; c->width++; }
  else if(cell==62){ for(int k=0;k<4;k++) c->m[k]<<=1; c->m[h]|=1; c->p[h]|=1LL<<a->width; c->width++; }
  else { int r=cell>>3, col=cell&7; c->p[h]|=1LL<<cell; c->m[h]|=1LL<<(8*r+a->width-1-r-col); }
  c->placed++; c->hand[s]-=1<<4*h;
  i64 occ=c->p[0]|c->p[1]|c->p[2]|c->p[3], pairs=occ&(occ>>1)&PAIRS;
  int ends=c->width<LIMIT?2:0, o=1-s; int x=0,y=0;
  for(int k=0;k<4;k++){ int n=pc(upper(c->p,k,pairs,occ))+ends; if(cnt(c->hand[s],k)) x+=n; if(cnt(c->hand[o],k)) y+=n; }
  if(c->out>>o&1) y=0;
  *own=x;*opp=y;
  if(y){c->seat=o;return 0;}
  c->out|=1<<o; if(x) return 0; return 1;
}
static int at_least(int ply,int t,const Facts*given){
  Pos*s=&st[ply]; nodes++;
  Facts f=*given;
  int e=probe(f.key), hm=-1; int lo=f.lo,hi=f.hi;
  if(e){ int l=(e&255)-32,u=(e>>8&255)-32; if(l>lo)lo=l; if(u<hi)hi=u; hm=e>>16; }
  if(lo>=t) return 1;
  if(hi<t) return 0;
  u64 before=nodes;
  i64 occ=s->p[0]|s->p[1]|s->p[2]|s->p[3], pairs=occ&(occ>>1)&PAIRS;
  int mv[40], sc[40], n=0; Facts fs[40];
  int mine=s->hand[s->seat];
  int result=0,best=hm<0?0:hm;
  for(int h=0;h<4&&!result;h++) if(cnt(mine,h)){
    i64 open=upper(s->p,h,pairs,occ);
    int first = s->width==LIMIT?2: s->width?0:1;
    while(first<2||open){
      int cell; if(first<2){cell= first==0?63:62; first++;} else { cell=__builtin_ctzll(open); open&=open-1; }
      int code=h<<6|cell,own,opp;
      int over=play(s,&st[ply+1],code,&own,&opp);
      if(over){ if(3>=t){result=1;best=code;break;} continue; }
      int sm= st[ply+1].seat==s->seat;
      Facts g; facts(&st[ply+1],&g);
      int ee=probe(g.key); int l=g.lo,u=g.hi; if(ee){int a=(ee&255)-32,b=(ee>>8&255)-32; if(a>l)l=a; if(b<u)u=b;}
      /* value of move: sm? 1+f : 1-f */
      int vl= sm?1+l:1-u, vh= sm?1+u:1-l;
      if(vl>=t){result=1;best=code;break;}
      if(vh<t) continue;
      int score=(own-opp)*3+cnt(mine,h)-cnt(s->hand[1-s->seat],h)+(cell<62?0:8);
      if(sm) score+=1000;
      if(code==hm) score=1<<20;
      int i=n++; while(i>0&&sc[i-1]<score){sc[i]=sc[i-1];mv[i]=mv[i-1];fs[i]=fs[i-1];i--;} sc[i]=score;mv[i]=code;fs[i]=g;
    }
  }
  for(int i=0;i<n&&!result;i++){
    int own,opp; play(s,&st[ply+1],mv[i],&own,&opp);
    int sm= st[ply+1].seat==s->seat;
    int r= sm? at_least(ply+1,t-1,&fs[i]) : !at_least(ply+1,2-t,&fs[i]);
    if(r){result=1;best=mv[i];}
  }
  if(result) lo=t; else hi=t-1;
  store(f.key,lo,hi,best,(unsigned)(nodes-before+1));
  return result;
}
int main(void){
  char hands[2][64];
  while(scanf("%63s %63s",hands[0],hands[1])==2){
    memset(st,0,sizeof st); memset(keys,0,sizeof keys); memset(infos,0,sizeof infos); memset(work,0,sizeof work);
    for(int seat=0;seat<2;seat++) for(const char*c=hands[seat];*c;c++) st[0].hand[seat]+=1<<4*(*c-'0');
    nodes=0; Facts f; facts(&st[0],&f);
    const clock_t begun=clock();
    int low=f.lo, high=f.hi, goal=2;
    while(low<high){
      if(at_least(0,goal,&f)) { low=goal; goal++; } else { high=goal-1; if(high>-2&&high<2) high=-2; goal=high; }
    }
    printf("%d %llu %.6f\n",low,(unsigned long long)nodes,(double)(clock()-begun)/CLOCKS_PER_SEC);
    fflush(stdout);
  }
  return 0;
}
